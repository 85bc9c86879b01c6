/** The size of one bank file. */
export const maxBankFileBytes = 50 * 1024 * 1024
export const bankFileTooLargeText = 'This file is larger than 50 MB. Please export fewer months at a time.'

/** How many transactions one file may have. */
export const maxFileTransactions = 100_000

/** Shown where the plan does not include bank files. */
export const bankFilesPlanText = 'Bank files are part of the Pro plan.'
