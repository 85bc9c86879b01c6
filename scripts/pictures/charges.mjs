import { addDays, dateIn } from '../../src/shared/dates.ts'

const today = dateIn('America/New_York', new Date())
/** @param {number} days from today */
export const day = (days) => addDays(today, days)

/** @param {number} count */
const times = (count) => count * 1000

export const brandPackage = {
  kind: 'lines',
  lines: [
    { description: 'Brand refresh: logo and colors', quantity: times(1), rateMinor: 120_000 },
    { description: 'Shop sign, design', quantity: times(6.5), rateMinor: 8500 },
    { description: 'Printing, 250 menus', quantity: times(1), rateMinor: 31_500 },
  ],
  discount: { kind: 'percentage', value: 10_000, description: 'Loyal client' },
  taxes: [{ name: 'Sales tax', rate: 6250 }],
  fees: [{ description: 'Delivery', amountMinor: 2500 }],
}

/** @param {string} description @param {number} rateMinor */
export const one = (description, rateMinor) => ({
  kind: 'lines',
  lines: [{ description, quantity: times(1), rateMinor }],
  discount: null,
  taxes: [],
  fees: [],
})
