/** The business that is filled, with a word in every text that can be chosen. */
export interface Filling {
  businessId: string
  userId: string
  word: string
  say: (what: string) => string
  /** An email address with the word. */
  mail: (what: string) => string
}

export const lateFeeTerms = {
  kind: 'percentage',
  value: 1500,
  afterDays: 14,
  repeats: 'monthly',
  maxMinor: 5000,
} as const
