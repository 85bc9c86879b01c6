import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showToast } from '../../../web/ui/toast.ts'
import { syncAndWait } from '../../banking/web/banking-api.ts'
import { refreshTransactions } from './transaction-api.ts'

export function useRefresh(reload: () => Promise<{ isError: boolean }>) {
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)

  async function fetchAndReload(): Promise<'done' | 'not-fetched' | 'not-loaded'> {
    try {
      await syncAndWait(client)
    } catch {
      return 'not-fetched'
    }
    const [{ isError }] = await Promise.all([reload(), refreshTransactions(client)])
    return isError ? 'not-loaded' : 'done'
  }

  return {
    isBusy,
    /** Runs without a toast, because the user did not ask for it. */
    quietly: fetchAndReload,
    async refresh() {
      setIsBusy(true)
      const outcome = await fetchAndReload()
      setIsBusy(false)
      showToast(toasts[outcome])
    },
  }
}

const toasts = {
  done: { title: 'Transactions Updated', tone: 'success' },
  'not-fetched': {
    title: 'Error Refreshing Data',
    description: 'There was a problem fetching your transactions. Please try again.',
    tone: 'error',
  },
  'not-loaded': { title: 'Error', description: 'Failed to refresh your transaction data.', tone: 'error' },
} as const
