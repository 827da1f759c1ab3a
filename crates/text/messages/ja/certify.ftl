# Certificates.
