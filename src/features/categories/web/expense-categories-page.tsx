import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { BackLink } from '../../../web/layout/back-link.tsx'
import { Page } from '../../../web/layout/page.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../../web/ui/tabs.tsx'
import { UpgradeCard } from '../../billing/web/upgrade-card.tsx'
import { useIsLocked } from '../../billing/web/use-is-locked.ts'
import { businessQuery } from '../../business/web/business-api.ts'
import { categoryKinds } from '../rules.ts'
import { CategoryLists } from './category-lists.tsx'
import { kindNames } from './category-text.ts'

export function ExpenseCategoriesPage() {
  const { kind = 'expense' } = useSearch({ from: '/expenses/categories' })
  const navigate = useNavigate({ from: '/expenses/categories' })
  const business = useQuery(businessQuery)
  const isLocked = useIsLocked('customCategories')
  const [isAdding, setIsAdding] = useState(false)
  return (
    <Page width="settings">
      <PageHeader
        above={<BackLink to={kind === 'expense' ? '/expenses' : '/transactions'}>{kindNames[kind]}</BackLink>}
        title="Categories"
        description="What your expenses and transactions are filed under, in your words and your order."
        actions={
          business.data &&
          !isLocked && (
            <Button onClick={() => setIsAdding(true)}>
              <Plus aria-hidden />
              Add category
            </Button>
          )
        }
      />
      {isLocked && (
        <UpgradeCard feature="customCategories" title="Your own categories">
          Name them, color them, put them in your order, and say how much of each counts for tax. Your plan
          keeps the categories you see here.
        </UpgradeCard>
      )}
      <Tabs
        value={kind}
        onValueChange={(value) =>
          void navigate({
            search: value === 'transaction' ? { kind: value } : {},
            replace: true,
            resetScroll: false,
          })
        }
      >
        <TabList label="Kinds of categories">
          {categoryKinds.map((each) => (
            <Tab key={each} value={each}>
              {kindNames[each]}
            </Tab>
          ))}
        </TabList>
        <TabPanel value={kind}>
          <CategoryLists
            key={kind}
            kind={kind}
            isLocked={isLocked}
            isAdding={isAdding}
            onAddingChange={setIsAdding}
          />
        </TabPanel>
      </Tabs>
    </Page>
  )
}
