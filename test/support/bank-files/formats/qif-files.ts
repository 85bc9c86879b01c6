import type { BankFileCase } from '../bank-file-case.ts'
import { decimal, latin1, makeBookings, truthOf, utf8, type Booking } from './bookings.ts'

type DateStyle =
  | 'us'
  | 'apostrophe'
  | 'spaced'
  | 'european'
  | 'dots'
  | 'dots-us'
  | 'iso'
  | 'short'
  | 'named'
  | 'compact'

function dateIn(style: DateStyle, iso: string): string {
  const [year = '', month = '', day = ''] = iso.split('-')
  const [m, d] = [Number(month), Number(day)]
  const styles: Record<DateStyle, string> = {
    us: `${month}/${day}/${year}`,
    apostrophe: `${m}/${d}'${year.slice(2)}`,
    spaced: `${m}/${String(d).padStart(2)}'${year.slice(2)}`,
    european: `${day}/${month}/${year}`,
    dots: `${d}.${m}.${year}`,
    'dots-us': `${month}.${day}.${year}`,
    iso,
    short: `${day}/${month}/${year.slice(2)}`,
    named: `${d} ${['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'][m - 1] ?? 'Dec'} ${year}`,
    compact: `${year}${month}${day}`,
  }
  return styles[style]
}

const withCommas = (text: string) => text.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',')
const american = (cents: number) => decimal(cents).replace(/\d+(?=\.)/, withCommas)
const european = (cents: number) =>
  decimal(cents, ',').replace(/\d+(?=,)/, (digits) => withCommas(digits).replaceAll(',', '.'))

function records(
  bookings: Booking[],
  dates: DateStyle,
  amount: (cents: number) => string,
  extra = '',
): string {
  return bookings
    .map(
      ({ date, cents, name, text }) =>
        `D${dateIn(dates, date)}\nT${amount(cents)}\nP${name}\nM${text}\n${extra}^\n`,
    )
    .join('')
}

/** Has days beyond the 12th, so the order of dates is clear. */
const clear = makeBookings(21, 30, '2026-01-10')
const early = makeBookings(22, 3, '2005-01-03').map((one, n) => ({
  ...one,
  date: `2005-0${n + 1}-0${n + 4}`,
}))
const same = early.map((one, n) => ({ ...one, date: `2026-0${n + 1}-0${n + 1}` }))
const noAccount = { account: null, currency: null }

const clearFiles: BankFileCase[] = (
  [
    ['us', american],
    ['apostrophe', american],
    ['spaced', american],
    ['european', european],
    ['dots', european],
    ['dots-us', decimal],
    ['iso', decimal],
    ['short', american],
    ['named', decimal],
    ['compact', european],
  ] as const
).map(([dates, amount]) => ({
  name: `qif with ${dates} dates and ${amount(-123_456)}`,
  bytes: utf8(`!Type:Bank\n${records(clear, dates, (cents) => amount(cents))}`),
  truth: { statements: [truthOf(clear, noAccount)] },
}))

export const qifFiles: BankFileCase[] = [
  ...clearFiles,
  {
    name: 'qif whose order of dates is not clear',
    bytes: utf8(`!Type:Bank\n${records(early, 'us', american)}`),
    truth: {
      statements: [truthOf(early, noAccount)],
      asks: ['dates'],
    },
  },
  {
    name: 'qif whose dates are the same in both orders',
    bytes: utf8(`!Type:Bank\n${records(same, 'us', american)}`),
    truth: { statements: [truthOf(same, noAccount)] },
  },
  {
    name: 'qif with an opening balance and splits, DOS lines',
    bytes: latin1(
      `!Account\nNChecking\nTBank\n^\n!Type:Bank \nD01/02/2026\nT1,500.00\nPOpening Balance\nL[Checking]\n^\n${records(clear, 'us', american, 'LHome\nSRent\nEpart one\n$-1.00\nSPower\n$-2.00\n')}`.replaceAll(
        '\n',
        '\r\n',
      ),
    ),
    truth: { statements: [truthOf(clear, { account: 'Checking', currency: null, opening: 150_000 })] },
  },
  {
    name: 'qif with a list of accounts, categories and two registers',
    bytes: utf8(
      '!Option:AutoSwitch\n!Account\nNGiro\nTBank\n^\nNVisa\nTCCard\n^\n!Clear:AutoSwitch\n!Type:Cat\nNRent\nE\n^\n' +
        `!Account\nNGiro\nTBank\n^\n!Type:Bank\n${records(clear, 'iso', decimal)}!Account\nNVisa\nTCCard\n^\n!Type:CCard\n${records(early, 'iso', decimal)}`,
    ),
    truth: {
      statements: [
        truthOf(clear, { account: 'Giro', currency: null }),
        truthOf(early, { account: 'Visa', currency: null }),
      ],
    },
  },
  {
    name: 'qif without a header',
    bytes: utf8(records(clear, 'iso', decimal)),
    truth: { statements: [truthOf(clear, noAccount)] },
  },
  {
    name: 'qif with its header before each record',
    bytes: utf8(clear.map((one) => `!type:bank\n${records([one], 'european', decimal)}`).join('')),
    truth: { statements: [truthOf(clear, noAccount)] },
  },
  {
    name: 'qif with round amounts that can be read either way',
    bytes: utf8('!Type:Cash\nD31/01/2026\nT1,000\nPA\n^\nD01/02/2026\nT-2,500\nPB\n^\n'),
    truth: {
      statements: [
        {
          account: null,
          currency: null,
          count: 2,
          sum: '-1500.00',
          firstDate: '2026-01-31',
          lastDate: '2026-02-01',
          opening: null,
          closing: null,
        },
      ],
      asks: ['decimals'],
    },
  },
  {
    name: 'qif of investments',
    bytes: utf8('!Type:Invst\nD9/12/97\nNBuy\nYStock\nI35\nQ100\nT3,500.00\n^\n'),
    truth: { refused: /about investments/ },
  },
  {
    name: 'qif of categories',
    bytes: utf8('!Type:Cat\nNRent\nE\n^\n'),
    truth: { refused: /no transactions/ },
  },
  {
    name: 'qif with a broken amount',
    bytes: utf8('!Type:Bank\nD2026-01-31\nTtwelve\nPA\n^\n'),
    truth: { refused: /line 2 .* no number: twelve/ },
  },
]
