import { type DemoInstitution, demoInstitutions } from '../../src/shared/demo-institutions.ts'
import { BankRefusal } from './bank-refusal.ts'
import { createSeededRandom, digits } from './seeded.ts'

export function isInstitution(id: string): id is DemoInstitution {
  return Object.hasOwn(demoInstitutions, id)
}

export function assertInstitution(id: string): asserts id is DemoInstitution {
  if (!isInstitution(id)) throw new BankRefusal('INVALID_INSTITUTION')
}

export function institutionName(id: string): string {
  return isInstitution(id) ? demoInstitutions[id] : id
}

/** Not a real bank's number: no real one starts with 99. */
export function routingNumberOf(id: string): string {
  return `99${digits(createSeededRandom(`routing ${id}`), 7)}`
}

export function showInstitution(id: DemoInstitution): object {
  return {
    institution_id: id,
    name: demoInstitutions[id],
    products: ['auth', 'transactions'],
    country_codes: ['US'],
    routing_numbers: [routingNumberOf(id)],
    dtc_numbers: [],
    oauth: false,
  }
}
