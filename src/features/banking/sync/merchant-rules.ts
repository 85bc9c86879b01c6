interface Named {
  /** The merchant's name where the aggregator knows it. */
  merchant: string | null
  description: string
}

const longestKey = 100

/** Whom people would say it was. */
export function merchantName({ merchant, description }: Named): string {
  return (merchant ?? description).trim()
}

/**
 * What transactions with the same merchant have in common: its name, or the description without what changes from one
 * to the next, such as numbers of cards, shops and days. Empty when nothing is left to go by.
 */
export function merchantKey(named: Named): string {
  const words = merchantName(named)
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
  const lasting = named.merchant === null ? words.filter((word) => !/\p{N}/u.test(word)) : words
  // By characters: half of one would be none that a database takes.
  return Array.from(lasting.filter(Boolean).join(' ')).slice(0, longestKey).join('').trim()
}
