import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { showToast } from '../../../../web/ui/toast.ts'

/** Says once that nothing was charged, after the client canceled on the provider's page. */
export function useCanceledNotice(canceled: boolean, canPay: boolean | undefined): void {
  const navigate = useNavigate({ from: '/invoices/$id/view' })
  useEffect(() => {
    if (!canceled || canPay === undefined) return
    if (canPay) showToast({ title: 'Payment Canceled', description: 'Nothing was charged.' })
    void navigate({
      search: ({ print }) => (print ? { print } : {}),
      replace: true,
      resetScroll: false,
    })
  }, [canceled, canPay, navigate])
}
