import { accountCodeOf, type AccountCodes, defaultCode } from '../ledger/chart-rules.ts'

/** Why there is no file for DATEV; null if there can be one. */
export function datevObjection(
  accounts: readonly string[],
  { home, codes }: { home: string; codes: AccountCodes },
): string | null {
  if (home !== 'EUR') return `DATEV keeps books in euros, and yours are in ${home}.`
  if (accounts.length === 0) return 'Nothing was posted in this period.'
  const missing = accounts.filter((account) => !Object.hasOwn(codes, account))
  if (missing.length === accounts.length) return noNumbers
  if (missing.length > 0) {
    const names = missing.map((account) => defaultCode(account).name)
    return `These accounts have no number in your chart of accounts yet: ${names.join(', ')}.`
  }
  if (accounts.every((account) => codes[account]?.code === defaultCode(account).code)) return noNumbers
  const wrong = accounts.map((account) => accountCodeOf(account, codes)).filter(({ code }) => !isNumber(code))
  if (wrong.length > 0) {
    const names = wrong.map(({ code, name }) => `${code} ${name}`)
    return `DATEV takes account numbers of 4 to 8 digits. These are different: ${names.join(', ')}.`
  }
  const lengths = new Set(accounts.map((account) => codes[account]?.code.length))
  return lengths.size === 1
    ? null
    : 'DATEV takes account numbers that all have as many digits. Yours are of different lengths.'
}

const noNumbers =
  'Your chart of accounts has no numbers of DATEV yet. Choose SKR03 or SKR04 under Reports, Chart of accounts.'

const isNumber = (code: string) => /^\d{4,8}$/.test(code)

/** An amount that goes from one account to another. */
export interface LedgerPair {
  debit: string
  credit: string
  minor: number
}

/**
 * Turns lines that come to 0 into pairs of a debit and a credit, as DATEV has them. Where one line stands against several,
 * each of these is a pair with it.
 */
export function pairsOf(lines: readonly { code: string; homeMinor: number }[]): LedgerPair[] {
  const open = (sign: 1 | -1) =>
    lines
      .filter(({ homeMinor }) => sign * homeMinor > 0)
      .map(({ code, homeMinor }) => ({ code, minor: sign * homeMinor }))
  const [debits, credits] = [open(1), open(-1)]
  const pairs: LedgerPair[] = []
  for (let [debit, credit] = [debits.shift(), credits.shift()]; debit && credit;) {
    const minor = Math.min(debit.minor, credit.minor)
    pairs.push({ debit: debit.code, credit: credit.code, minor })
    debit.minor -= minor
    credit.minor -= minor
    if (debit.minor === 0) debit = debits.shift()
    if (credit.minor === 0) credit = credits.shift()
  }
  // From an account to itself moves nothing, and DATEV refuses it.
  return pairs.filter(({ debit, credit }) => debit !== credit)
}
