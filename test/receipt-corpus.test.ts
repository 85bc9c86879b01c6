import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { randomFrom } from './support/random.ts'
import { compose, type Receipt } from './support/receipts/compose.ts'
import { corpus, renderSampleReceipt, sampleTruth, shops } from './support/receipts/corpus.ts'
import { folios } from './support/receipts/folio.ts'
import { textOf } from './support/receipts/receipt.ts'

const receipts: (Receipt & { name: string })[] = [
  ...shops.flatMap((shop) =>
    [1, 2, 3].map((seed) => ({ name: `${shop.name} ${seed}`, ...compose(shop, randomFrom(seed)) })),
  ),
  ...folios(),
]

describe.each(receipts)('$name', ({ sums, lines, truth }) => {
  const add = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

  test('adds up', () => {
    const { items, service, subtotal, taxes, taxIsAdded, tip, rounding, total, paid } = sums
    const tax = add(taxes.map((each) => each.tax))
    expect(add(items.map(({ amount }) => amount))).toBe(subtotal)
    expect(subtotal + service + (taxIsAdded ? tax : 0) + tip + rounding).toBe(total)
    expect(Math.abs(rounding)).toBeLessThanOrEqual(50)
    expect(paid).toBeGreaterThanOrEqual(total)
    expect(total).toBeGreaterThan(0)
    for (const { rate, base, tax: own } of taxes) {
      const taxed = items.filter((item) => item.rate.includes(rate.code)).map(({ amount }) => amount)
      expect(base).toBe(add(taxed) + service)
      const net = taxIsAdded ? base : base - own
      // Tax is the rate of the net amount, to half of the smallest unit.
      expect(Math.abs((net * rate.percent) / 100 - own)).toBeLessThan(0.5 * (1 + rate.percent / 100) + 1e-6)
    }
    if (!taxIsAdded && taxes.length > 0) expect(add(taxes.map(({ base }) => base))).toBe(subtotal + service)
  })

  test('says what its truth says', () => {
    const printed = lines.map((line) => textOf(line))
    const digits = printed.map((text) => text.replaceAll(/\D/g, ''))
    if (truth.merchant !== null) expect(printed).toContain(truth.merchant)
    if (truth.total !== null) {
      const whole = truth.total.replace(/\.0+$/, '').replace('.', '')
      expect(digits.some((text) => [truth.total?.replace('.', ''), whole].includes(text))).toBe(true)
    }
    if (truth.date !== null) {
      const dated = lines.filter(({ part }) => part === 'date').map((line) => textOf(line))
      expect(dated).toHaveLength(1)
      expect(dated[0]).toContain(truth.date.slice(2, 4))
    }
  })
})

describe('the corpus', () => {
  const all = corpus()

  test('has many countries and degrees', () => {
    expect(all.length).toBeGreaterThanOrEqual(72)
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
    expect(new Set(all.map(({ country }) => country)).size).toBeGreaterThanOrEqual(24)
    const share = (hardness: string) => all.filter((each) => each.hardness === hardness).length / all.length
    expect(share('clean')).toBeGreaterThan(0.2)
    expect(share('good')).toBeGreaterThan(0.4)
    expect(share('poor')).toBeGreaterThan(0.14)
    expect(all.filter(({ hardness }) => hardness === 'damaged')).toHaveLength(8)
  })

  test('is silent about what is hidden', () => {
    for (const { hardness, truth } of all) {
      const { merchant, date, total, currency } = truth
      expect([merchant, date, total, currency].includes(null)).toBe(hardness === 'damaged')
    }
  })

  test('is always the same', async () => {
    const hash = async () =>
      createHash('sha256')
        .update(await renderSampleReceipt())
        .digest('hex')
    expect(await hash()).toBe(await hash())
    expect(sampleTruth()).toEqual(all.find(({ name }) => name === 'us-coffee')?.truth)
    expect(corpus().map(({ truth }) => truth)).toEqual(all.map(({ truth }) => truth))
  })
})
