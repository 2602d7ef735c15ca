//! The keys, and the help that lists them.

/// Every key with its meaning.
pub(super) const HELP: [(&str, &str); 18] = [
    ("t  T", "a tick forwards, back (also right, left)"),
    ("e  E", "to the next, the last tick with an event"),
    ("a  A", "to the next, the last COMMIT of an attempt (also down, up)"),
    ("c  C", "to the next, the last breakpoint; Esc gives up"),
    ("N key", "a number before one of these repeats it: 10t"),
    ("g", "go to a cycle"),
    ("Home End", "to the first, the last cycle"),
    ("b", "add a breakpoint: rule NAME, entry N, sip N, reg NAME"),
    ("d", "delete a breakpoint"),
    ("w", "why the attempt of the last tick decided so"),
    ("k", "why a kernel waited: its life"),
    ("s", "what a SIP ran, and why it was idle"),
    ("?", "this help"),
    ("q", "leave (also Ctrl-C)"),
    ("", ""),
    ("SIPs", ". idle; a number: the kernel that it runs; ~ about to be idle"),
    ("", "r reserved; f owned by firmware; blank: absent"),
    ("rules", "first fill_up reserved around unreserved backfill mixed promotion cancel error drop"),
];
