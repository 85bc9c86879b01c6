import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs } from '../../../web/ui/tabs.tsx'
import { includesFeature } from '../../billing/rules.ts'
import { businessQuery } from '../../business/web/business-api.ts'

/** Whether the business's plan includes receipts; false while the plan is loading. */
export function useHasReceipts(): boolean {
  const { data } = useQuery(businessQuery)
  return data !== undefined && includesFeature(data.plan, 'receipts')
}

const addresses = { all: '/transactions', receipts: '/transactions/receipts' } as const

interface TransactionTabsProps {
  value: keyof typeof addresses
  children: ReactNode
}

/** The tabs of transactions and receipts, each of which has its own address, with the content of one. */
export function TransactionTabs({ value, children }: TransactionTabsProps) {
  const navigate = useNavigate()
  const hasReceipts = useHasReceipts()
  const isLocked = !hasReceipts && value !== 'receipts'
  return (
    <Tabs
      value={value}
      activationMode="manual"
      onValueChange={(next) => {
        if (next === 'all' || next === 'receipts') void navigate({ to: addresses[next] })
      }}
    >
      <TabList label="Transactions, receipts and reports">
        <Tab value="all">All Transactions</Tab>
        <Tab value="receipts" disabled={isLocked} note={isLocked ? 'Coming Soon' : undefined}>
          Receipts
        </Tab>
        <Tab value="reports" disabled note="Coming Soon">
          Reports
        </Tab>
      </TabList>
      <TabPanel value={value}>{children}</TabPanel>
    </Tabs>
  )
}
