/** How long a text may be that users are searched for. */
export const searchLength = 100
