import { Page } from '../../../web/layout/page.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'

export function RoadmapPage() {
  return (
    <Page>
      <PageHeader title="Roadmap" />
    </Page>
  )
}
