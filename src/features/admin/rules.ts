/** The maximum length of a search text. */
export const searchLength = 100
