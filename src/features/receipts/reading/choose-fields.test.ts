import { describe, expect, test } from 'vitest'
import { layoutOf, testPage } from '../../../../test/support/fixtures/receipt-layout.ts'
import { chooseFields } from './choose-fields.ts'
import type { ReceiptReading } from './reading.ts'

function read(text: string, confidence?: number): ReceiptReading {
  return chooseFields(layoutOf(text, confidence), { today: '2026-11-18', pages: [testPage] })
}

const valuesOf = ({ merchant, date, total, tax, currency, cardLast4 }: ReceiptReading) =>
  [merchant, date, total, tax, currency, cardLast4].map((found) => found?.value ?? null)

describe('receipts of many countries', () => {
  test.each<[string, string, (string | null)[]]>([
    [
      'United States, with a card and the month first',
      `HARBOR GRILL
120 Main Street
Portland, OR 97204
(503) 555-0142
Check 3318   03/09/2026 7:42 PM
1 Fish tacos     14.50
2 Iced tea        7.00
Subtotal         21.50
Sales Tax         1.94
Total           $23.44
VISA **** **** **** 4242   $23.44`,
      ['HARBOR GRILL', '2026-03-09', '23.44', '1.94', 'USD', '4242'],
    ],
    [
      'Germany, with a decimal comma and a table of taxes',
      `Backstube am Markt GmbH
Marktplatz 4, 79098 Freiburg
Roggenbrot       4,20 A
Kaffee           3,10 B
Summe EUR        7,30
Bar             10,00
Rückgeld         2,70
MwSt     Netto   Steuer   Brutto
A 7%      3,93     0,27     4,20
B 19%     2,61     0,49     3,10
12.05.2026 08:14`,
      ['Backstube am Markt GmbH', '2026-05-12', '7.30', '0.76', 'EUR', null],
    ],
    [
      'France, with a thousand and a space',
      `ATELIER DU BOIS SARL
14 rue des Lilas
Date: 04/02/2026
Table en chêne     1 040,00
Total HT           1 040,00
TVA 20%              208,00
TOTAL TTC          1 248,00 €
Carte bancaire     1 248,00`,
      ['ATELIER DU BOIS SARL', '2026-02-04', '1248.00', '208.00', 'EUR', null],
    ],
    [
      'Malaysia, rounded to five sen',
      `KEDAI BUKU SDN BHD
GST ID 000123456789
Date 17-01-2026 10:22
Pens             12.26
Paper            14.30
Sub Total        26.56
GST 6%            1.59
Rounding         -0.00
Total Sales      28.15
Rounding Adj      0.05
TOTAL RM         28.20
CASH             50.00
CHANGE           21.80`,
      ['KEDAI BUKU SDN BHD', '2026-01-17', '28.20', '1.59', 'MYR', null],
    ],
    [
      'Sweden',
      `Glasskiosken AB
Org.nr 556000-0000
2026-07-03 15:20
Glass           45,00
Att betala     45,00 kr
Varav moms 12%   4,82
Kontokort      45,00`,
      ['Glasskiosken AB', '2026-07-03', '45.00', '4.82', 'SEK', null],
    ],
    [
      'Japan, without decimals',
      `MIDORI STATIONERY
2026/04/18 11:05
Notebook       ¥480
Brush pen      ¥1,320
TOTAL          ¥1,800
CASH           ¥2,000
CHANGE         ¥200`,
      ['MIDORI STATIONERY', '2026-04-18', '1800', null, 'JPY', null],
    ],
    [
      'Kuwait, with three decimals',
      `GULF PAPER STORE
Date: 21/06/2026
Ink            4.250
Folders        1.500
TOTAL KD       5.750`,
      ['GULF PAPER STORE', '2026-06-21', '5.750', null, 'KWD', null],
    ],
    [
      'Brazil, with the date in words',
      `PADARIA CENTRAL LTDA
CNPJ 00.000.000/0001-00
9 de março de 2026 08:31
Pao frances     12,50
Cafe             8,40
VALOR TOTAL R$  20,90
Dinheiro        50,00
Troco           29,10`,
      ['PADARIA CENTRAL LTDA', '2026-03-09', '20.90', null, 'BRL', null],
    ],
  ])('%s', (_country, text, values) => {
    expect(valuesOf(read(text))).toEqual(values)
  })
})

describe('it leaves out what it cannot tell', () => {
  test('which number is the month', () => {
    const text = (date: string) => `CORNER STORE\n${date} 10:15\nMilk   3.20\nTotal   3.20`
    expect(read(text('04/05/2026')).date).toBeNull()
    expect(read(text('14/05/2026')).date?.value).toBe('2026-05-14')
    expect(read(text('04/05/2026').replace('Milk', 'VAT')).date?.value).toBe('2026-05-04')
  })

  test('which of two totals it is', () => {
    const ambiguous = `CORNER STORE\nTOTAL   31.20\nApples  3.10\nPears   4.40\nTOTAL   13.20`
    expect(read(ambiguous).total).toBeNull()
  })

  test('a total whose digits are hard to read', () => {
    const text = `CORNER STORE\nMilk   3.20\nBread   4.10\nTotal   7.80`
    expect(read(text, 0.99).total?.value).toBe('7.80')
    expect(read(text, 0.3).total).toBeNull()
  })

  test('a picture that is no receipt', () => {
    expect(valuesOf(read('WELCOME\nto the garden'))).toEqual([null, null, null, null, null, null])
  })

  test('a date in the future', () => {
    expect(read('CORNER STORE\nDate 2026-12-24\nTotal   7.80').date).toBeNull()
  })
})

test('the total is not what was given in cash, what was saved or how many things were bought', () => {
  const { total } = read(`CORNER STORE
VAT No. 123
Milk             3.20
Bread            4.10
Total items      2.00
Total savings   90.00
Total            7.30
Cash            20.00
Change          12.70`)
  expect(total?.value).toBe('7.30')
})

test('the place is where the total stands on the page', () => {
  const { total } = read('CORNER STORE\nMilk   7.80\nTotal   7.80')
  expect(total?.area).toMatchObject({ page: 1 })
  const [topLeft, topRight] = total?.area?.quad ?? []
  // The amount begins after 8 letters of 10 pixels, on a page of 600.
  expect(topLeft).toEqual([0.1333, 0.03])
  expect(topRight).toEqual([0.2, 0.03])
})

test('items are listed if they add up', () => {
  expect(read('CORNER STORE\nMilk   3.20\nBread   4.10\nTotal   7.30').items).toEqual([
    { description: 'Milk', amount: '3.20' },
    { description: 'Bread', amount: '4.10' },
  ])
  expect(read('CORNER STORE\nMilk   3.20\nBread   4.10\nTotal   8.30').items).toEqual([])
})
