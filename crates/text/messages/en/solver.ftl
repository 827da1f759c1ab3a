# What the solver answers.

reason-time = the time limit was reached
reason-nodes = the node limit was reached
reason-memory = the memory limit was reached
reason-interrupted = interrupted
