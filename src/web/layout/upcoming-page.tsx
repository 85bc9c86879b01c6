import { Sprout } from 'lucide-react'

import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Page } from './page.tsx'
import { useCurrentPage } from './use-current-page.ts'

export function UpcomingPage() {
  const { title } = useCurrentPage()
  return (
    <Page>
      <PageHeader title={title} />
      <Card>
        <EmptyState
          icon={Sprout}
          level={2}
          title="This page is not here yet; it comes with a later release."
        />
      </Card>
    </Page>
  )
}
