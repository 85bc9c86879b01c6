/** The token of a portal link: what it names, and its signature. */
export const portalTokenPattern = /^([\w-]{48})\.([\w-]{43})$/
