import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs } from '../../../web/ui/tabs.tsx'
import { type PlanFeature, includesFeature } from '../../billing/rules.ts'
import { businessQuery } from '../../business/web/business-api.ts'

/** Whether the business's plan includes the feature; false while the plan is loading. */
export function useHasFeature(feature: PlanFeature): boolean {
  const { data } = useQuery(businessQuery)
  return data !== undefined && includesFeature(data.plan, feature)
}

const addresses = { all: '/transactions', receipts: '/transactions/receipts', reports: '/reports' } as const

interface TransactionTabsProps {
  value: keyof typeof addresses
  children: ReactNode
}

/** The tabs of transactions, receipts and reports, each of which has its own address, with the content of one. */
export function TransactionTabs({ value, children }: TransactionTabsProps) {
  const navigate = useNavigate()
  const locked = {
    receipts: !useHasFeature('receipts') && value !== 'receipts',
    reports: !useHasFeature('reports') && value !== 'reports',
  }
  const tabOf = (name: keyof typeof locked) => ({
    value: name,
    disabled: locked[name],
    note: locked[name] ? 'Coming Soon' : undefined,
  })
  return (
    <Tabs
      value={value}
      activationMode="manual"
      onValueChange={(next) => {
        if (next === 'all' || next === 'receipts' || next === 'reports')
          void navigate({ to: addresses[next] })
      }}
    >
      <TabList label="Transactions, receipts and reports">
        <Tab value="all">All Transactions</Tab>
        <Tab {...tabOf('receipts')}>Receipts</Tab>
        <Tab {...tabOf('reports')}>Reports</Tab>
      </TabList>
      <TabPanel value={value}>{children}</TabPanel>
    </Tabs>
  )
}
