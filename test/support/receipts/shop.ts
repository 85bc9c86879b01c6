/** What stands on one receipt of the corpus, before the seed chooses the goods. */
export interface Shop {
  /** Two letters for the format, then what it is: us-diner. */
  name: string
  merchant: string
  /** A line above the merchant, as in WELCOME TO. */
  above?: string
  /** Address, telephone and tax number. */
  under: readonly string[]
  /** Each as name|price in minor units|codes of rates. */
  goods: readonly string[]
  /** How many different goods. */
  lines: number
  /** A pattern of date-fns; without it, one of the country's. */
  pattern?: string
  /** `labelled` has a word before it, `split` has date and time at both ends of a line. */
  dateAt?: 'top' | 'labelled' | 'split' | 'bottom'
  pay: 'cash' | 'card' | 'slip'
  service?: number
  /** A percentage that was added to a card payment. */
  tip?: number
  shows?: readonly Extra[]
  damage?: Damage
  degree?: Degree
}

/**
 * What else is printed: lines that a reader may mistake for the total or the date, and marks above and below.
 * `whole` leaves out decimals where all are zero.
 */
export type Extra =
  | 'bars'
  | 'count'
  | 'discount'
  | 'points'
  | 'returns'
  | 'saved'
  | 'subtotal'
  | 'tips'
  | 'whole'
  | 'fuel'

/** What hides a part of the receipt. */
export type Damage =
  | 'sums-cut'
  | 'sums-folded'
  | 'sums-stained'
  | 'sums-faded'
  | 'date-torn'
  | 'date-folded'
  | 'date-stained'
  | 'all-blurred'

export type Degree = 'clean' | 'good' | 'poor'
