import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, isNotFound } from '../../../web/api-client.ts'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { type Transaction, categorizeTransactions, createCategoryRule, setCategory } from '../contract.ts'
import { refreshTransactions, rulesQuery, showCategory } from './transaction-api.ts'
import { ruleText } from './transaction-text.ts'

/** The offer to make a rule, after the owner chose a category for one transaction. */
export interface RuleOffer {
  transactionId: string
  merchant: string
  category: string
}

const showNotSaved = () => showError('Error', 'Failed to update category. Please try again.')

export function useCategorize() {
  const client = useQueryClient()
  const [offer, setOffer] = useState<RuleOffer | null>(null)
  const [isMakingRule, setIsMakingRule] = useState(false)

  return {
    offer,
    isMakingRule,
    dismissOffer: () => setOffer(null),
    /** Shows the category at once, and restores the old one if the request fails. */
    async categorize({ id, merchant }: Transaction, category: string) {
      setOffer(null)
      const shown = await showCategory(client, new Set([id]), category)
      try {
        const { rule, canHaveRule } = await call(setCategory, { params: { id }, body: { category } })
        showSuccess(`Transaction categorized as ${category}`)
        if (canHaveRule && rule?.category !== category) setOffer({ transactionId: id, merchant, category })
        await shown.refetch()
      } catch (error) {
        shown.revert()
        showNotSaved()
        // The transaction no longer exists. Reload, so that the list does not keep showing it.
        if (isNotFound(error)) await refreshTransactions(client)
        else await shown.refetch()
      }
    },
    async categorizeAll(ids: ReadonlySet<string>, category: string): Promise<boolean> {
      setOffer(null)
      const shown = await showCategory(client, ids, category)
      try {
        const { changed } = await call(categorizeTransactions, { body: { ids: [...ids], category } })
        const what = changed === 1 ? 'Transaction' : `${changed} transactions`
        showSuccess(`${what} categorized as ${category}`)
        await refreshTransactions(client)
        return true
      } catch {
        shown.revert()
        showNotSaved()
        await shown.refetch()
        return false
      }
    },
    async makeRule({ transactionId, category }: RuleOffer) {
      setIsMakingRule(true)
      try {
        const { rule, changed } = await call(createCategoryRule, { body: { transactionId, category } })
        setOffer(null)
        showSuccess('Rule Saved', ruleText(rule, changed))
        await Promise.all([
          refreshTransactions(client),
          client.invalidateQueries({ queryKey: rulesQuery.queryKey }),
        ])
      } catch {
        showError('The rule could not be saved', 'Nothing was changed. Please try again.')
      } finally {
        setIsMakingRule(false)
      }
    },
  }
}
