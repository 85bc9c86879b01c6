interface Named {
  /** Null when the aggregator does not know the merchant. */
  merchant: string | null
  description: string
}

const maxKeyLength = 100

/** The merchant's name as users see it. */
export function merchantName({ merchant, description }: Named): string {
  return (merchant ?? description).trim()
}

/**
 * A key that transactions of the same merchant share: the merchant's name, or the description without the
 * parts that vary, such as numbers of cards and shops, or dates. Empty when nothing else is left.
 */
export function merchantKey(named: Named): string {
  const words = merchantName(named)
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
  const stable = named.merchant === null ? words.filter((word) => !/\p{N}/u.test(word)) : words
  // Cut by code points: Postgres rejects half of a surrogate pair.
  return Array.from(stable.filter(Boolean).join(' ')).slice(0, maxKeyLength).join('').trim()
}
