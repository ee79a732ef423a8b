/** The user for programs that refuse to run as root. It owns nothing. */
export const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
