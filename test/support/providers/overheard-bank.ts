import type { BankProvider } from '../../../src/platform/banks/bank-provider.ts'

/** Wraps a bank and records every number and token that it returns. */
export function overhearBank(bank: BankProvider, overheard: Record<string, string>): BankProvider {
  return {
    ...bank,
    async createLink(request) {
      const link = await bank.createLink(request)
      overheard['the link token'] = link.linkToken
      return link
    },
    async createDemoToken(...args) {
      return (overheard['the public token'] = await bank.createDemoToken(...args))
    },
    async exchange(publicToken) {
      const { accessToken, itemId } = await bank.exchange(publicToken)
      Object.assign(overheard, { 'the access token': accessToken, 'the item': itemId })
      return { accessToken, itemId }
    },
    async listNumbers(accessToken) {
      const numbers = await bank.listNumbers(accessToken)
      for (const [index, { accountNumber, routingNumber }] of numbers.entries()) {
        overheard[`the number of account ${index + 1}`] = accountNumber
        if (routingNumber) overheard[`the routing number of account ${index + 1}`] = routingNumber
      }
      return numbers
    },
  }
}
