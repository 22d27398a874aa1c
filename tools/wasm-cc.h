/* What tree-sitter-bash's scanner wants of <ctype.h> and tree-sitter's own headers lack. */
static inline int isdigit(int c) { return '0' <= c && c <= '9'; }
