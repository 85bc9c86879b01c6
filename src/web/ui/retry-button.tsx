import { RotateCw } from 'lucide-react'
import { Button } from './button.tsx'

export interface RetriableQuery {
  isFetching: boolean
  refetch: () => unknown
}

interface RetryButtonProps {
  query: RetriableQuery
  /** Set where the page may have another "Try again". */
  label?: string
  size?: 'sm' | 'md'
  className?: string
}

export function RetryButton({ query, label = 'Try again', size = 'md', className = '' }: RetryButtonProps) {
  return (
    <Button
      variant="secondary"
      size={size}
      className={className}
      busy={query.isFetching}
      busyLabel="Trying again..."
      onClick={() => void query.refetch()}
    >
      <RotateCw aria-hidden />
      {label}
    </Button>
  )
}
