import type { BankFilePreview } from '../../contract.ts'

type Table = NonNullable<BankFilePreview['table']>
type Columns = NonNullable<BankFilePreview['choices']['columns']>

/** Column numbers; null where none is chosen. */
export interface ColumnForm {
  date: number | null
  /** `one`: amounts with a sign in one column. `two`: one column for money in, one for money out. */
  amounts: 'one' | 'two'
  amount: number | null
  in: number | null
  out: number | null
  description: readonly number[]
  balance: number | null
}

export function columnForm(columns: Columns | undefined): ColumnForm {
  const empty = {
    date: null,
    amounts: 'one',
    amount: null,
    in: null,
    out: null,
    description: [],
    balance: null,
  } as const
  if (!columns) return empty
  const { date, amount, description, balance } = columns
  const amounts =
    typeof amount === 'number' ? { amounts: 'one' as const, amount } : { amounts: 'two' as const, ...amount }
  return { ...empty, date, ...amounts, description, balance: balance ?? null }
}

export interface ColumnProblems {
  date?: string
  amount?: string
  in?: string
  out?: string
}

/** The columns that were chosen, or what is missing. */
export function chosenColumns(form: ColumnForm): { columns: Columns } | { problems: ColumnProblems } {
  const { date, amounts, balance } = form
  const amount =
    amounts === 'one'
      ? form.amount
      : form.in === null || form.out === null
        ? null
        : { in: form.in, out: form.out }
  if (date !== null && amount !== null && (typeof amount === 'number' || amount.in !== amount.out)) {
    const description = [...form.description].toSorted((one, other) => one - other)
    return { columns: { date, amount, description, ...(balance === null ? {} : { balance }) } }
  }
  const choose = 'Please choose a column.'
  return {
    problems: {
      ...(date === null ? { date: choose } : {}),
      ...(amounts === 'one' && form.amount === null ? { amount: choose } : {}),
      ...(amounts === 'two' && form.in === null ? { in: choose } : {}),
      ...(amounts === 'two' && form.out === null ? { out: choose } : {}),
      ...(amounts === 'two' && form.out !== null && form.in === form.out
        ? { out: 'Please choose another column than for money in.' }
        : {}),
    },
  }
}

/** "Booking date", or the column's letter as in a spreadsheet if the file has no header: "Column B". */
export function columnNames({ header, rows }: Pick<Table, 'header' | 'rows'>): string[] {
  const width = Math.max(header?.length ?? 0, ...rows.map((row) => row.length))
  return Array.from({ length: width }, (_, n) => {
    const name = header?.[n]?.trim() ?? ''
    return name === '' ? `Column ${letterOf(n)}` : name
  })
}

/** 0 → A, 25 → Z, 26 → AA */
function letterOf(column: number): string {
  const last = String.fromCodePoint(65 + (column % 26))
  return column < 26 ? last : letterOf(Math.floor(column / 26) - 1) + last
}
