import type { InvoiceDocument } from '../../invoices/contract.ts'
import { methodNames } from '../../invoices/document/movement-rules.ts'

type Method = keyof typeof methodNames

/** The name of the method as a label: Card, Bank transfer. */
export function methodName(method: Method): string {
  if (method === 'demo') return 'Demo payment (no money moved)'
  const name = methodNames[method] || 'other'
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** The name of the method, marked where no money moved. */
export function labelledMethod(method: Method, isTest: boolean): string {
  const name = methodName(method)
  return isTest && method !== 'demo' ? `${name} (test payment, no money moved)` : name
}

/** The distinct methods of all payments; empty without payments. */
export function paidBy(movements: InvoiceDocument['movements']): string {
  const names = movements
    .filter(({ kind }) => kind === 'payment')
    .map(({ method, isTest = false }) => labelledMethod(method, isTest))
  return [...new Set(names)].join(', ')
}
