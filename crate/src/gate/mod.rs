//! The questions asked of a tool call, one file each.
//!
//! Owns which questions there are and how their answers become one verdict. Each gate asks the policy and nothing else.
