import { FileQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'

interface NotFoundCardProps {
  title: string
  text: string
  /** A link to the list. */
  action: ReactNode
}

/** The content of a page whose expense no longer exists. */
export function NotFoundCard({ title, text, action }: NotFoundCardProps) {
  return (
    <EmptyState
      level={1}
      icon={FileQuestion}
      title={title}
      text={text}
      action={<Button asChild>{action}</Button>}
    />
  )
}
