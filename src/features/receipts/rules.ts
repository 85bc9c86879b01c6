/** The size of one file. */
export const maxFileBytes = 15 * 1024 * 1024
export const tooLargeText = 'This file is larger than 15 MB. Please take a smaller picture, or split the PDF.'

/** How many receipts a business may add in 24 hours. */
export const maxPerDay = 200

/** How many pages of a PDF are read and shown. */
export const maxPages = 3

/** Expenses from this amount on should have a receipt, unless the owner has chosen another one. */
export const defaultMissingFromMinor = 7500
