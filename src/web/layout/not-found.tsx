import { FileQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from './page.tsx'

/** The page of an invoice, an expense or the like that does not exist. */
export function NotFound({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Page width="narrow">
      <EmptyState
        level={1}
        icon={FileQuestion}
        title={title}
        text={text}
        action={<Button asChild>{children}</Button>}
      />
    </Page>
  )
}
