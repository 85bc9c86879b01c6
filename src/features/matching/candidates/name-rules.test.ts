import { expect, test } from 'vitest'
import { indexNames, nameOf } from './name-rules.ts'

const clients = new Map([
  ['mill', 'Müller & Söhne GmbH'],
  ['north', 'Northwind Studio Ltd'],
  ['river', 'Riverside Design'],
  ['ivan', 'Иванов'],
  ['harbor', 'Harbor Street Bakery LLC'],
])
const find = (text: string) => indexNames(clients).find(nameOf(text))

test.each([
  ['SEPA-GUTSCHRIFT MUELLER UND SOEHNE', ['mill']],
  ['Muller & Sohne', ['mill']],
  ['NORTHWIND STUDIO PAYMENT 4711', ['north']],
  ['WIRE IN IVANOV', ['ivan']],
  ['HARBOR STREET BAKER', ['harbor']],
  ['Payment from a stranger', []],
  ['Design Week Ltd', []],
])('%s', (text, found) => {
  expect(find(text)).toEqual(found)
})
