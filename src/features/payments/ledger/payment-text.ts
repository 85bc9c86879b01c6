import type { InvoiceDocument } from '../../invoices/contract.ts'
import { methodNames } from '../../invoices/document/movement-rules.ts'

type Method = keyof typeof methodNames

/** As a word by itself: Card, Bank transfer. */
export function methodName(method: Method): string {
  if (method === 'demo') return 'Demo payment (no money moved)'
  const words = methodNames[method] || 'other'
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The same, with a mark where no money moved. */
export function wayOfPaying(method: Method, isTest: boolean): string {
  const name = methodName(method)
  return isTest && method !== 'demo' ? `${name} (test payment, no money moved)` : name
}

/** Every way in which something was paid, each once; empty when nothing says how. */
export function paidBy(movements: InvoiceDocument['movements']): string {
  const names = movements
    .filter(({ kind }) => kind === 'payment')
    .map(({ method, isTest = false }) => wayOfPaying(method, isTest))
  return [...new Set(names)].join(', ')
}
