/** How numbers in sequence look, and what shares a sequence. */
export interface NumberFormat {
  prefix: string
  /** Each year of issue dates has its own sequence. */
  withYear: boolean
  /** How many digits a number has at least. */
  padding: number
  /** Whether the business has one sequence, or each client has its own. */
  scope: 'business' | 'client'
}

/** The scope of numbers that belong to no client. */
export const businessScope = '00000000-0000-0000-0000-000000000000'

export const maxNextNumber = 999_999_999

/** What the page offers before anything was saved. */
export const defaultNumbering = {
  style: 'random' as 'random' | 'sequence',
  prefix: 'INV-',
  withYear: true,
  padding: 4,
  scope: 'business' as NumberFormat['scope'],
  creditNotePrefix: 'CN-',
}

/**
 * How credit notes are numbered: in one sequence of the business, with year and digits as its invoices have them, or
 * CN-0001 where invoices have random numbers.
 */
export function creditNoteFormat(
  settings: Pick<typeof defaultNumbering, 'style' | 'withYear' | 'padding' | 'creditNotePrefix'>,
): NumberFormat {
  const { withYear, padding } = settings.style === 'random' ? { withYear: false, padding: 4 } : settings
  return { prefix: settings.creditNotePrefix, withYear, padding, scope: 'business' }
}

/** How estimates are numbered while invoices are in sequence: in one of the business, with year and digits as invoices have them. */
export function estimateFormat({
  withYear,
  padding,
}: Pick<NumberFormat, 'withYear' | 'padding'>): NumberFormat {
  return { prefix: 'EST-', withYear, padding, scope: 'business' }
}

/** Whether numbers with these prefixes can be the same, whatever their case: INV-1 with 0001, and INV- with 10001. */
export function canClash(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return long.toLowerCase().startsWith(short.toLowerCase()) && /^\d*$/.test(long.slice(short.length))
}

interface NumberFacts {
  /** The code of the client; null in the sequence of the business. */
  code: string | null
  year: number
}

/** Returns what comes before the running number: "INV-2026-". */
export function numberStem(
  { prefix, withYear }: Pick<NumberFormat, 'prefix' | 'withYear'>,
  { code, year }: NumberFacts,
): string {
  return `${prefix}${code === null ? '' : `${code}-`}${withYear ? `${year}-` : ''}`
}

export function formatNumber(
  format: Omit<NumberFormat, 'scope'>,
  facts: NumberFacts,
  running: number,
): string {
  return numberStem(format, facts) + String(running).padStart(format.padding, '0')
}

/** An example of the next number. A random number, and the code of a client, are not known before. */
export function exampleNumber(
  settings: NumberFormat & { style: 'random' | 'sequence' },
  { year, next }: { year: number; next: number },
): string {
  if (settings.style === 'random') return '7CF341D8'
  return settings.scope === 'client'
    ? formatNumber(settings, { code: 'ACME', year }, 1)
    : formatNumber(settings, { code: null, year }, next)
}

export function yearOf(date: string): number {
  return Number(date.slice(0, 4))
}

const maxCodeLength = 8

/** Returns up to eight letters and digits of a name, in upper case and without accents. */
export function codeFrom(companyName: string): string {
  const plain = companyName
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
  return plain.slice(0, maxCodeLength) || 'CLIENT'
}

/** Returns the code of a name that no other client has: ACME, ACME2, ACME3. */
export function freeCode(companyName: string, taken: ReadonlySet<string>): string {
  const base = codeFrom(companyName)
  let code = base
  for (let count = 2; taken.has(code); count++) {
    const digits = String(count)
    code = base.slice(0, maxCodeLength - digits.length) + digits
  }
  return code
}

/**
 * Returns how a search can mean the number of an invoice: its beginning in lower case, from three characters on, or its
 * running number. Fewer characters say too little.
 */
export function readNumberSearch(search: string): { start: string | null; running: number | null } {
  const [, start] = /^#?([\w./-]{3,40})$/.exec(search) ?? []
  const [, digits] = /^#?(\d{1,9})$/.exec(search) ?? []
  const running = Number(digits ?? 0)
  return { start: start?.toLowerCase() ?? null, running: running > 0 ? running : null }
}
