/** The token of the link that stops the summaries to an address: what it names, and its signature. */
export const stopTokenPattern = /^([\w-]{24,400})\.([\w-]{43})$/
