//! The server of the workbench, from outside: over its socket, as a browser, a program
//! or an attacker would.

mod answers;
mod attacks;
mod client;
mod events;
mod floods;
mod jobs;
mod load;
mod openapi;
mod schema;
