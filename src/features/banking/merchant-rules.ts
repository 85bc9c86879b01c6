interface Named {
  /** The merchant's name where the aggregator knows it. */
  merchant: string | null
  description: string
}

/** Whom people would say it was. */
export function merchantName({ merchant, description }: Named): string {
  return (merchant ?? description).trim()
}

/**
 * What transactions with the same merchant have in common: its name, or the description without what changes from one
 * to the next, such as numbers of cards, shops and days. Empty when nothing is left to go by.
 */
export function merchantKey(named: Named): string {
  const name = merchantName(named).toLowerCase()
  const words = named.merchant === null ? name.replaceAll(/\S*\d\S*/g, ' ') : name
  return words
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 100)
}
