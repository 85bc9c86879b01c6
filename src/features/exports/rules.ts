import type { ListFormat } from './contract.ts'

export const exportPlanText = 'Exporting lists is part of the Pro plan.'

/** Returns a name such as invoices-2026-11-19.xlsx. */
export function listFileName(name: string, day: string, format: ListFormat): string {
  return `${name.toLowerCase().replaceAll(' ', '-')}-${day}.${format}`
}
