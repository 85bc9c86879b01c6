import { QueryClientContext } from '@tanstack/react-query'
import { CloudOff, type LucideIcon } from 'lucide-react'
import { type ReactNode, useContext } from 'react'
import { classNames } from './class-names.ts'
import { type RetriableQuery, RetryButton } from './retry-button.tsx'

interface ErrorStateProps {
  icon?: LucideIcon
  title?: ReactNode
  text?: ReactNode
  /** The query that failed. "Try again" sends it again, and every other query of the page that failed. */
  query?: RetriableQuery | undefined
  onRetry?: (() => void) | undefined
  retrying?: boolean | undefined
  /** Set to 1 when the error is the only content of the page, so that its title is the page's heading. */
  level?: 1
  className?: string | undefined
}

export function ErrorState({
  icon: Icon = CloudOff,
  title = 'This could not be loaded',
  text = 'Nothing was lost. Check your connection and try again.',
  query,
  onRetry = query && (() => void query.refetch()),
  retrying = query?.isFetching ?? false,
  level,
  className,
}: ErrorStateProps) {
  const client = useContext(QueryClientContext)
  const Title = level ? 'h1' : 'p'

  /** Whatever else failed on the page failed for the same reason, so it is loaded again too. */
  function retryAll() {
    onRetry?.()
    void client?.refetchQueries(
      { type: 'active', predicate: ({ state }) => state.status === 'error' },
      { cancelRefetch: false },
    )
  }

  return (
    <div role="alert" className={classNames('flex flex-col items-center px-4 py-12 text-center', className)}>
      <span className="mb-4 flex size-12 items-center justify-center rounded-full bg-negative-soft text-negative ring-8 ring-negative-soft/40">
        <Icon aria-hidden className="size-5" />
      </span>
      <Title className="text-base font-semibold text-foreground">{title}</Title>
      {text && <p className="mt-1 max-w-sm text-sm text-muted">{text}</p>}
      {onRetry && <RetryButton query={{ isFetching: retrying, refetch: retryAll }} className="mt-6" />}
    </div>
  )
}
