import type { BankFileCase } from '../bank-file-case.ts'
import { decimal, latin1, makeBookings, total, truthOf, utf8, type Booking } from './bookings.ts'

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[^ -~]/g, '')
    .replaceAll('Ø', 'O')
const yymmdd = (date: string) => date.slice(2).replaceAll('-', '')
const mmdd = (date: string) => date.slice(5).replaceAll('-', '')
const amount = (cents: number) => decimal(Math.abs(cents), ',')
const side = (cents: number) => (cents < 0 ? 'D' : 'C')
const balance = (tag: string, cents: number, date: string, currency: string) =>
  `:${tag}:${side(cents)}${yymmdd(date)}${currency}${amount(cents)}`
const wrap = (text: string, width = 65) => text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []

interface Dialect {
  name: string
  account: string
  currency: string
  /** The lines of one entry. */
  entry: (booking: Booking, n: number) => string[]
  /** Around the whole message. */
  envelope?: (lines: string[]) => string[]
  lineEnd?: string
}

/** ?20…?29 have 27 characters each. */
const subfields = (text: string, mark = '?') =>
  wrap(text, 27)
    .map((part, n) => `${mark}${20 + n}${part}`)
    .join('')

const german = ({ cents, name, text }: Booking, mark = '?') =>
  wrap(
    `166${mark}00TRANSFER${mark}109310${subfields(`EREF+E2E-${Math.abs(cents)} SVWZ+${plain(text)}`, mark)}${mark}30COBADEFF${mark}31DE02120300000000202051${mark}32${plain(name).slice(0, 27)}`,
  )

const dialects: Dialect[] = [
  {
    name: 'German, subfields',
    account: '12030000/1001001',
    currency: 'EUR',
    entry: (one) => [
      `:61:${yymmdd(one.date)}${mmdd(one.date)}${side(one.cents)}R${amount(one.cents)}NTRFNONREF`,
      ...first86(german(one)),
    ],
    lineEnd: '\r\n',
  },
  {
    name: 'Dutch, ABN AMRO, keys between slashes',
    account: '417164300',
    currency: 'EUR',
    entry: (one) => [
      `:61:${yymmdd(one.date)}${mmdd(one.date)}${side(one.cents)}${amount(one.cents)}N247NONREF`,
      ...first86(
        wrap(
          `/TRTP/SEPA TRANSFER/IBAN/NL91ABNA0417164300/BIC/ABNANL2A/NAME/${plain(one.name)}/REMI/${plain(one.text)}/EREF/NOTPROVIDED`,
        ),
      ),
    ],
    envelope: (lines) => ['ABNANL2A', '940', 'ABNANL2A', ...lines, '-'],
  },
  {
    name: 'Dutch, ING, keys and counterparty',
    account: 'NL69INGB0123456789',
    currency: 'EUR',
    entry: (one, n) => [
      `:61:${yymmdd(one.date)}${mmdd(one.date)}${side(one.cents)}${amount(one.cents)}NTRFEREF//2604${String(n).padStart(10, '0')}`,
      `/TRCD/00100/`,
      ...first86([
        `/EREF/EV-${n}//CNTP/NL32INGB0000012345/INGBNL2A/${plain(one.name)}///REMI/USTD//`,
        `${plain(one.text)}/`,
      ]),
    ],
    envelope: (lines) => ['{1:F01INGBNL2ABXXX0000000000}', '{2:I940INGBNL2AXXXN}', '{4:', ...lines, '-}'],
  },
  {
    name: 'Dutch, Rabobank, full account and long amounts',
    account: 'NL44RABO0123456789 EUR',
    currency: 'EUR',
    entry: (one) => [
      `:61:${yymmdd(one.date)}${side(one.cents)}${amount(one.cents).padStart(15, '0')}N102EREF//0001`,
      'NL70ABNA0987654321',
      ...first86(
        wrap(`/EREF/05-01-2026 12:00/BENM//NAME/${plain(one.name)}/REMI/${plain(one.text)}/ISDT/${one.date}`),
      ),
    ],
    envelope: (lines) => [':940:', ...lines],
  },
  {
    name: 'Polish, subfields with ~ and <',
    account: '/PL61109010140000071219812874',
    currency: 'PLN',
    entry: (one, n) => [
      `:61:${yymmdd(one.date)}${mmdd(one.date)}${side(one.cents)}N${amount(one.cents)}NTRFNONREF//${String(n).padStart(16, '0')}`,
      '020',
      ...first86(german(one, n % 2 === 0 ? '~' : '<')),
    ],
    lineEnd: '\r\n',
  },
  {
    name: 'Austrian and Hungarian, plain text over lines',
    account: 'AT611904300234573201',
    currency: 'EUR',
    entry: (one) => [
      `:61:${yymmdd(one.date)}${side(one.cents)}F${amount(one.cents)}N527`,
      'Transfer',
      ':86:OLD18D038146',
      plain(one.name),
      plain(one.text),
      ':not a tag, but text',
      ':59:nor is this',
    ],
  },
  {
    name: 'American, spaces for the entry date and no text',
    account: '123456789',
    currency: 'USD',
    entry: (one) => [
      `:61:${yymmdd(one.date)}    ${side(one.cents)}D${amount(one.cents)}NMSCNONREF//`,
      `/ABC/${plain(one.text)}`,
    ],
  },
  {
    name: 'Swiss, with > as the separator',
    account: 'CH9300762011623852957',
    currency: 'CHF',
    entry: (one) => [
      `:61:${yymmdd(one.date)}${mmdd(one.date)}${side(one.cents)}F${amount(one.cents)}NMSCNONREF`,
      ...first86(german(one, '>')),
    ],
    envelope: (lines) => [
      '{1:F01UBSWCHZHAXXX0000000000}{2:I940UBSWCHZHXXXXN}{4:',
      ...lines,
      '-}{5:{CHK:0123456789AB}}',
    ],
  },
  {
    name: 'Nordic, amounts without decimals where they are round',
    account: '12345678901',
    currency: 'NOK',
    entry: (one) => [
      `:61:${yymmdd(one.date)}${mmdd(one.date)}${side(one.cents)}${amount(one.cents).replace(/,00$/, ',')}NTRF${'0'.repeat(10)}`,
      `:86:${plain(one.name)}, ${plain(one.text)}`,
    ],
  },
  {
    name: 'Belgian, labels in words',
    account: 'BE68539007547034',
    currency: 'EUR',
    entry: (one) => [
      `:61:${yymmdd(one.date)}${mmdd(one.date)}${side(one.cents)}${amount(one.cents)}N554NONREF`,
      ...first86(
        wrap(
          `SEPA OVERBOEKING IBAN: NL91ABNA0417164300 BIC: ABNANL2A NAAM: ${plain(one.name)} OMSCHRIJVING: ${plain(one.text)}`,
        ),
      ),
    ],
  },
]

function first86(lines: string[]): string[] {
  return lines.map((line, n) => (n === 0 ? `:86:${line}` : line))
}

function message(
  { account, currency, entry, envelope = (lines) => lines }: Dialect,
  bookings: Booking[],
  opening: number,
  page = 1,
): string[] {
  const dates = bookings.map(({ date }) => date).toSorted()
  const [from, to] = [dates[0] ?? '2026-01-01', dates.at(-1) ?? '2026-01-01']
  return envelope([
    ':20:STARTUMS',
    `:25:${account}`,
    `:28C:${page}/1`,
    balance('60F', opening, from, currency),
    ...bookings.flatMap(entry),
    balance('62F', opening + total(bookings), to, currency),
    balance('64', opening + total(bookings), to, currency),
  ])
}

const ofDialects: BankFileCase[] = dialects.map((dialect, n) => {
  const bookings = makeBookings(40 + n, 15)
  const opening = n % 3 === 0 ? -45_000 : 812_345
  return {
    name: `mt940, ${dialect.name}`,
    bytes: utf8(
      `${message(dialect, bookings, opening).join(dialect.lineEnd ?? '\n')}${dialect.lineEnd ?? '\n'}`,
    ),
    truth: {
      statements: [
        truthOf(bookings, {
          account: dialect.account,
          currency: dialect.currency,
          opening,
          closing: opening + total(bookings),
        }),
      ],
    },
  }
})

const [sparse, , ing] = dialects as [Dialect, Dialect, Dialect]
const january = makeBookings(61, 6, '2026-01-02')
const february = makeBookings(62, 4, '2026-02-02')
const turn: Booking[] = [
  { date: '2025-12-31', cents: -1000, name: 'A', text: 'Value in the new year, booked in the old one' },
  { date: '2026-01-02', cents: 2500, name: 'B', text: 'Value in the old year, booked in the new one' },
]

export const mt940Files: BankFileCase[] = [
  ...ofDialects,
  {
    name: 'mt940 with two months, one after the other',
    bytes: latin1(
      [
        ...message(sparse, january, 100),
        '-',
        ...message(sparse, february, 100 + total(january), 2),
        '-',
      ].join('\n'),
    ),
    truth: {
      statements: [
        truthOf(january, {
          account: sparse.account,
          currency: 'EUR',
          opening: 100,
          closing: 100 + total(january),
        }),
        truthOf(february, {
          account: sparse.account,
          currency: 'EUR',
          opening: 100 + total(january),
          closing: 100 + total(january) + total(february),
        }),
      ],
    },
  },
  {
    name: 'mt940 of two accounts in SWIFT envelopes, one empty',
    bytes: utf8(
      [...message(ing, january, 0), ...message({ ...ing, account: 'NL20INGB0001234567' }, [], 555)].join(
        '\r\n',
      ),
    ),
    truth: {
      statements: [
        truthOf(january, { account: ing.account, currency: 'EUR', opening: 0, closing: total(january) }),
        truthOf([], { account: 'NL20INGB0001234567', currency: 'EUR', opening: 555, closing: 555 }),
      ],
    },
  },
  {
    name: 'mt940 with reversals',
    bytes: utf8(
      ':20:X\n:25:A-1\n:28C:1\n:60F:C260105EUR100,00\n:61:2601050105RC40,00NTRFNONREF\n:86:Credit taken back\n:61:2601060106RDR15,50NTRFNONREF\n:86:Debit returned\n:62F:C260106EUR75,50\n-',
    ),
    truth: {
      statements: [
        truthOf(
          [
            { date: '2026-01-05', cents: -4000, name: '', text: '' },
            { date: '2026-01-06', cents: 1550, name: '', text: '' },
          ],
          { account: 'A-1', currency: 'EUR', opening: 10_000, closing: 7550 },
        ),
      ],
    },
  },
  {
    name: 'mt940 over New Year',
    bytes: utf8(
      ':20:X\n:25:A-2\n:28C:1\n:60F:C251230EUR0,\n:61:2601021231D10,NTRFNONREF\n:61:2512310102C25,00NTRFNONREF\n:62F:C260102EUR15,\n',
    ),
    truth: { statements: [truthOf(turn, { account: 'A-2', currency: 'EUR', opening: 0, closing: 1500 })] },
  },
  {
    name: 'mt942, without balances',
    bytes: utf8(
      [
        '{1:F01BANKDEFFXXXX}{2:O942}{4:',
        ':20:TODAY',
        ':25:50010517/5407324931',
        ':28C:1/1',
        ':34F:EURD0,',
        ':34F:EURC0,',
        ':13D:2602031200+0100',
        ...february.flatMap(sparse.entry),
        ':90D:2EUR10,',
        ':90C:2EUR10,',
        '-}',
      ].join('\r\n'),
    ),
    truth: { statements: [truthOf(february, { account: '50010517/5407324931', currency: 'EUR' })] },
  },
  {
    name: 'mt940 in pages (60F, 62M, 60M, 62F)',
    bytes: utf8(
      [
        ':20:P',
        ':25:A-3',
        ':28C:7/1',
        ':60F:C260105EUR10,00',
        ':61:260105C5,00NTRFX',
        ':62M:C260105EUR15,00',
        '-',
        ':20:P',
        ':25:A-3',
        ':28C:7/2',
        ':60M:C260105EUR15,00',
        ':61:260106D1,00NTRFX',
        ':62F:C260106EUR14,00',
        '-',
      ].join('\n'),
    ),
    truth: {
      statements: [
        truthOf([{ date: '2026-01-05', cents: 500, name: '', text: '' }], {
          account: 'A-3',
          currency: 'EUR',
          opening: 1000,
          closing: 1500,
        }),
        truthOf([{ date: '2026-01-06', cents: -100, name: '', text: '' }], {
          account: 'A-3',
          currency: 'EUR',
          opening: 1500,
          closing: 1400,
        }),
      ],
    },
  },
  {
    name: 'mt940 whose balances do not agree',
    bytes: utf8(
      message(sparse, january, 1000)
        .join('\n')
        .replace(/:62F:.*/, ':62F:C260131EUR1,23'),
    ),
    truth: {
      statements: [
        truthOf(january, { account: sparse.account, currency: 'EUR', opening: 1000, closing: 123 }),
      ],
      asks: ['balance'],
    },
  },
  {
    name: 'mt940 without its closing balance',
    bytes: utf8(message(sparse, january, 1000).join('\n').split(':62F:')[0] ?? ''),
    truth: {
      statements: [truthOf(january, { account: sparse.account, currency: 'EUR', opening: 1000 })],
      asks: ['balance'],
    },
  },
  {
    name: 'mt940 with a header alone',
    bytes: utf8(':20:X\n:25:A\n:28C:1\n-'),
    truth: { refused: /no statement/ },
  },
  {
    name: 'mt940 with a broken entry',
    bytes: utf8(':20:X\n:25:A\n:28C:1\n:60F:C260105EUR1,00\n:61:260105X5\n:62F:C260105EUR1,00\n'),
    truth: { refused: /line 5/ },
  },
]
