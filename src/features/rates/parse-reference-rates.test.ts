import { describe, expect, test } from 'vitest'
import { parseReferenceRates } from './parse-reference-rates.ts'
import { describeStored } from './store-reference-rates.ts'

const parse = (text: string) => parseReferenceRates(text, '2026-11-17')

/** As the bank publishes the rates of one day. */
const daily = 'Date, USD, JPY, ISK, \n17 November 2026, 1.0843, 165.12, 149.90, \n'
/** As it publishes their history. */
const history = `Date,USD,JPY,HRK,LTL,
2026-11-17,1.0843,165.12,N/A,N/A,
2026-11-16,1.0801,164.9,7.5345,N/A,
1999-01-04,1.1789,133.73,N/A,4.717,
`

test('the rates of one day are read, with the month as a word', () => {
  const read = parse(daily)
  expect(read).toEqual({
    rates: [
      { currency: 'USD', day: '2026-11-17', rate: '1.0843' },
      { currency: 'JPY', day: '2026-11-17', rate: '165.12' },
      { currency: 'ISK', day: '2026-11-17', rate: '149.90' },
    ],
    skipped: { currencies: [], count: 0 },
  })
  expect(describeStored(read)).toBe('Stored 3 rates of Nov 17, 2026.')
})

test('of the history, what is N/A is no rate, and what is no currency of ours is skipped and counted', () => {
  const read = parse(history)
  expect(read.rates.map(({ currency, day, rate }) => `${day} ${currency} ${rate}`)).toEqual([
    '2026-11-17 USD 1.0843',
    '2026-11-17 JPY 165.12',
    '2026-11-16 USD 1.0801',
    '2026-11-16 JPY 164.9',
    '1999-01-04 USD 1.1789',
    '1999-01-04 JPY 133.73',
  ])
  expect(read.skipped).toEqual({ currencies: ['HRK', 'LTL'], count: 2 })
  expect(describeStored(read)).toBe(
    'Stored 6 rates of 3 days, from Jan 4, 1999 to Nov 17, 2026. ' +
      'Skipped 2 rates in currencies that Millrace doesn’t know: HRK, LTL.',
  )
})

test.each([
  ['Windows line ends', daily.replaceAll('\n', '\r\n')],
  ['a byte order mark', `\uFEFF${daily}`],
  ['no comma at the ends', daily.replaceAll(', \n', '\n')],
  ['empty lines at the end', `${daily}\n \n`],
  ['a day with one digit', daily.replace('17 November', '7 November')],
])('%s changes nothing', (_what, text) => {
  expect(parse(text).rates).toHaveLength(3)
})

describe('nothing is taken of a file with', () => {
  const wrong = (text: string) => {
    try {
      parse(text)
    } catch (error) {
      return error instanceof Error ? `${error.name}: ${error.message}` : error
    }
    throw new Error('this file was taken')
  }
  const row = (fields: string) => `Date,USD,JPY,\n2026-11-17,1.0843,165.12,\n${fields}\n`

  test.each([
    ['no content', '', 'line 1, column 1: the first column must be Date, not “”'],
    [
      'a web page',
      '<!doctype html>',
      'line 1, column 1: the first column must be Date, not “<!doctype html>”',
    ],
    ['another first column', 'Day,USD,', 'line 1, column 1: the first column must be Date, not “Day”'],
    [
      'rows without a header',
      '2026-11-17,1.1,',
      'line 1, column 1: the first column must be Date, not “2026-11-17”',
    ],
    ['no currency', 'Date,', 'line 1, column 2: there is no column with a currency'],
    ['a name as a column', 'Date,USD,Yen', 'line 1, column 3: “Yen” is not a currency code of three letters'],
    ['a column without a name', 'Date,,USD', 'line 1, column 2: “” is not a currency code of three letters'],
    ['two commas at the end', 'Date,USD,,', 'line 1, column 3: “” is not a currency code of three letters'],
    [
      'a column for the euro',
      'Date,EUR',
      'line 1, column 2: “EUR” has no rate, because all rates are for one euro',
    ],
    ['a column twice', 'Date,USD,JPY,USD', 'line 1, column 4: “USD” is there twice'],
    ['no rows', 'Date,USD,\n', 'there are no rates in it'],
    ['no rates', 'Date,USD,\n2026-11-17,N/A,\n', 'there are no rates in it'],
    ['nothing but other currencies', 'Date,HRK,\n2026-11-17,7.5,\n', 'there are no rates in it'],
  ])('%s', (_what, text, reason) => {
    expect(wrong(text)).toBe(`WrongRatesFile: ${reason}`)
  })

  test.each([
    ['a rate of 0', '2026-11-16,1.1,0,', 'line 3, column 3 (JPY): the rate “0” must be more than 0'],
    [
      'a rate of 0.000',
      '2026-11-16,0.000,1,',
      'line 3, column 2 (USD): the rate “0.000” must be more than 0',
    ],
    ['a negative rate', '2026-11-16,-1.1,1,', 'line 3, column 2 (USD): the rate “-1.1” must be more than 0'],
    [
      'a word',
      '2026-11-16,none,1,',
      'line 3, column 2 (USD): the rate “none” is not a number (a missing rate is N/A)',
    ],
    [
      'no value',
      '2026-11-16,,1,',
      'line 3, column 2 (USD): the rate “” is not a number (a missing rate is N/A)',
    ],
    [
      'an exponent',
      '2026-11-16,1e3,1,',
      'line 3, column 2 (USD): the rate “1e3” is not a number (a missing rate is N/A)',
    ],
    [
      'endless digits',
      `2026-11-16,1.${'1'.repeat(13)},1,`,
      'line 3, column 2 (USD): the rate “1.1111111111111” has too many digits',
    ],
    ['too few fields', '2026-11-16,1.1', 'line 3, column 3 (JPY): the line has 2 fields instead of 3'],
    ['too many fields', '2026-11-16,1.1,165,149,', 'line 3, column 4: the line has 5 fields instead of 3'],
    [
      'an empty line in between',
      '\n2026-11-16,1.1,165,',
      'line 3, column 2 (USD): the line has 1 field instead of 3',
    ],
    [
      'a day that no month has',
      '2026-02-30,1.1,165,',
      'line 3, column 1 (Date): “2026-02-30” is not a date such as 2026-11-17 or 17 November 2026',
    ],
    [
      'a month that no year has',
      '17 Novembre 2026,1.1,165,',
      'line 3, column 1 (Date): “17 Novembre 2026” is not a date such as 2026-11-17 or 17 November 2026',
    ],
    [
      'another form of dates',
      '11/16/2026,1.1,165,',
      'line 3, column 1 (Date): “11/16/2026” is not a date such as 2026-11-17 or 17 November 2026',
    ],
    ['a day to come', '2026-11-18,1.1,165,', 'line 3, column 1 (Date): “2026-11-18” is in the future'],
    [
      'a day before the euro',
      '1998-12-31,1.1,165,',
      'line 3, column 1 (Date): “1998-12-31” is before the first day of the euro',
    ],
    [
      'a day twice',
      '17 November 2026,1.1,165,',
      'line 3, column 1 (Date): “17 November 2026” is also on line 2',
    ],
  ])('%s', (_what, fields, reason) => {
    expect(wrong(row(fields))).toBe(`WrongRatesFile: ${reason}`)
  })

  test('a wrong rate in a currency that is skipped', () => {
    expect(wrong('Date,USD,HRK,\n2026-11-17,1.1,?,\n')).toMatch(/^WrongRatesFile: line 2, column 3 \(HRK\)/)
  })
})
