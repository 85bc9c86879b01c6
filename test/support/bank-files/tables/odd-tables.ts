import type { BankFileCase } from '../bank-file-case.ts'
import { truthOf, utf8 } from '../formats/bookings.ts'
import { caseOf, dmy, german, type Layout, out, plain, ymd } from './layout.ts'

const layouts: Layout[] = [
  {
    name: 'sign-unclear',
    seed: 952,
    currency: null,
    asks: ['sign'],
    header: 'Date|Merchant|Amount',
    row: (r) => [ymd(r.date, '-'), r.name, plain(Math.abs(r.cents))],
  },
  {
    name: 'sep-line-and-nul-bytes',
    seed: 953,
    currency: null,
    balances: 'both',
    delimiter: '|',
    header: 'Date|Text|Amount|Balance',
    row: (r) => [ymd(r.date, '-'), `${r.text}\0`, plain(r.cents), plain(r.balance)],
    finish: (text) => `sep=|\r\n${text}`,
  },
  {
    name: 'trailing-minus-and-brackets',
    seed: 954,
    currency: null,
    balances: 'both',
    delimiter: ';',
    header: 'Datum|Text|Betrag|Saldo',
    row: (r) => [
      dmy(r.date, '.'),
      r.text,
      r.cents < 0 ? `${german(-r.cents)}-` : german(r.cents),
      german(r.balance),
    ],
  },
  {
    name: 'unicode-minus-and-symbols',
    seed: 955,
    currency: 'GBP',
    balances: 'both',
    header: 'Date|Details|Amount|Balance',
    row: (r) => [
      dmy(r.date),
      r.text,
      `${r.cents < 0 ? '\u2212' : ''}£${plain(Math.abs(r.cents))}`,
      `£${plain(r.balance)}`,
    ],
  },
  {
    name: 'duplicate-headers-and-empty-lines',
    seed: 956,
    currency: null,
    balances: 'both',
    header: 'Date|Description|Description|Amount|Amount|Balance',
    row: (r) => [ymd(r.date, '-'), r.name, r.text, plain(r.cents), plain(r.cents), plain(r.balance)],
    edit: (rows) => rows.flatMap((row, n) => (n % 5 === 4 ? [row, []] : [row])),
  },
  {
    name: 'card-with-cr',
    seed: 957,
    currency: null,
    header: 'Date|Transaction|Amount',
    row: (r) => [dmy(r.date), r.name, r.cents < 0 ? plain(-r.cents) : `${plain(r.cents)}CR`],
  },
  {
    name: 'balance-does-not-agree',
    seed: 958,
    currency: null,
    balances: 'both',
    asks: ['balance'],
    header: 'Date|Description|Amount|Balance',
    row: (r) => [ymd(r.date, '-'), r.text, plain(r.cents), plain(r.balance)],
    edit: (rows) => rows.map((row, n) => (n === 5 ? row.with(3, '1.00') : row)),
  },
  {
    name: 'only-debits',
    seed: 959,
    currency: null,
    header: 'Date|Description|Withdrawal',
    row: (r) => [ymd(r.date, '-'), r.text, out({ ...r, cents: -Math.abs(r.cents) }, plain)],
  },
]

/** The truth of a layout whose amounts all went out. */
function allOut(file: BankFileCase): BankFileCase {
  const { truth } = file
  if ('refused' in truth) return file
  return {
    ...file,
    truth: {
      ...truth,
      statements: truth.statements.map((each) => ({ ...each, sum: sums[file.name] ?? each.sum })),
    },
  }
}

const sums: Record<string, string> = {}
for (const layout of layouts.filter(({ name }) => ['sign-unclear', 'only-debits'].includes(name))) {
  const file = caseOf(layout)
  const total = new TextDecoder()
    .decode(file.bytes)
    .split('\r\n')
    .slice(1)
    .reduce((cents, line) => cents + Math.round(Math.abs(Number(line.split(',').at(-1) ?? 0)) * 100), 0)
  sums[layout.name] = truthOf([{ date: '', cents: -total, name: '', text: '' }], { currency: null }).sum
}

/** Nothing shows which of the numbers is the month. */
const datesUnclear: BankFileCase = {
  name: 'dates-unclear',
  bytes: utf8(
    'Date,Description,Amount\n02/03/2026,Rent,-800.00\n04/03/2026,Paper,-12.50\n05/03/2026,Client,900.00\n',
  ),
  truth: {
    statements: [
      truthOf(
        (
          [
            ['2026-03-02', -80_000],
            ['2026-03-04', -1250],
            ['2026-03-05', 90_000],
          ] as const
        ).map(([date, cents]) => ({ date, cents, name: '', text: '' })),
        { currency: null },
      ),
    ],
    asks: ['dates'],
  },
}

const refused: BankFileCase[] = [
  {
    name: 'prose.csv',
    bytes: utf8('Dear customer,\nthank you for your order, and see you soon.\nGoodbye\n'),
    truth: { refused: /no column with dates|no table/ },
  },
  {
    name: 'address-list.csv',
    bytes: utf8('Name;Street;City\nStudio;High Street 1;Springfield\nShop;Low Street 2;Shelbyville\n'),
    truth: { refused: /no column with dates/ },
  },
  {
    name: 'calendar.csv',
    bytes: utf8('Date;Event\n01.02.2026;Trade fair\n03.02.2026;Meeting\n'),
    truth: { refused: /no column with amounts/ },
  },
  {
    name: 'header-only.csv',
    bytes: utf8('Date,Description,Amount,Balance\n'),
    truth: { refused: /no transactions/ },
  },
  { name: 'json.csv', bytes: utf8('[{"date":"2026-01-01","amount":1}]'), truth: { refused: /JSON/ } },
  {
    name: 'too-wide.csv',
    bytes: utf8(`${Array.from({ length: 2500 }, (_, n) => `c${n}`).join(',')}\n`),
    truth: { refused: /2500 columns/ },
  },
  {
    name: 'no-such-day.csv',
    bytes: utf8(
      'Datum;Text;Betrag\n30.02.2026;Miete;-10,00\n01.03.2026;Miete;-10,00\n28.02.2026;Miete;-10,00\n',
    ),
    truth: { refused: /Row 2 has a date/ },
  },
]

export const oddTables: BankFileCase[] = [
  ...layouts.map((layout) => allOut(caseOf(layout))),
  datesUnclear,
  ...refused,
]
