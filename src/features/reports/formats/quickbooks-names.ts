interface Named {
  /** Of the journal. */
  account: string
  code: string
  name: string
}

/**
 * A text that QuickBooks takes as one cell and one name. A colon would divide an account or a customer from the one above it,
 * and IIF has no way to quote: there, a cell ends at a tab and a row at a line break.
 */
export const quickbooksName = (text: string): string => quickbooksCell(text.replaceAll(':', ' -'))

export const quickbooksCell = (text: string): string =>
  text
    .replaceAll(/[\s\p{Control}]+/gu, ' ')
    .replaceAll('"', "'")
    .trim()

interface Rules {
  maxLength: number
  /** How a file writes a text. */
  write?: (text: string) => string
}

/** By account of the journal. */
export type AccountNames = (account: string) => string

/**
 * The names of accounts. QuickBooks knows accounts by their names, so no two may be the same, in capital or small letters. One
 * that is too long, or that another account has too, ends with the number of its account.
 */
export function accountNames(
  accounts: readonly Named[],
  { maxLength, write = (text) => text }: Rules,
): AccountNames {
  const wanted = accounts.map((one) => ({ ...one, name: write(quickbooksName(one.name)) }))
  const sameName = Map.groupBy(wanted, ({ name }) => name.toLowerCase())
  const stays = ({ name }: Named) =>
    name.length <= maxLength && sameName.get(name.toLowerCase())?.length === 1
  const kept = wanted.filter(stays)
  const names = new Map(kept.map(({ account, name }) => [account, name]))
  const taken = new Set(kept.map(({ name }) => name.toLowerCase()))
  for (const { account, code, name } of wanted.filter((one) => !stays(one))) {
    let found = withEnd(name, code, maxLength)
    // Several accounts can have one number, too.
    for (let n = 2; taken.has(found.toLowerCase()); n += 1) found = withEnd(name, `${code}-${n}`, maxLength)
    taken.add(found.toLowerCase())
    names.set(account, found)
  }
  return (account) => {
    const name = names.get(account)
    if (name === undefined)
      throw new Error(`an account of an entry is not among those of its file: ${account}`)
    return name
  }
}

const withEnd = (name: string, end: string, maxLength: number) =>
  `${name
    .slice(0, maxLength - end.length - 1)
    .toWellFormed()
    .trim()} ${end}`.trim()
