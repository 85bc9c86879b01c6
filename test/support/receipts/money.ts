import type { Format } from './format.ts'
import type { Shop } from './shop.ts'

/** How a shop prints amounts in minor units. */
export interface Money {
  plain(amount: number): string
  /** With the currency. */
  marked(amount: number): string
}

export function moneyOf({ decimals, point, group, mark }: Format, { shows }: Pick<Shop, 'shows'>): Money {
  const plain = (amount: number) => {
    const [whole = '', part = ''] = (Math.abs(amount) / 10 ** decimals).toFixed(decimals).split('.')
    const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group)
    const isWhole = shows?.includes('whole') && Number(part) === 0
    return `${amount < 0 ? '-' : ''}${grouped}${decimals === 0 || isWhole ? '' : point + part}`
  }
  return { plain, marked: (amount) => mark.replace('#', () => plain(amount)) }
}
