import {
  Car,
  ChartColumn,
  CreditCard,
  FileQuestion,
  Hourglass,
  Landmark,
  type LucideIcon,
  Package,
  ShoppingBag,
  Store,
  Users,
  Waves,
} from 'lucide-react'
import type { ReportName } from '../rules.ts'

export const reportIcons: Record<ReportName, LucideIcon> = {
  'profit-and-loss': ChartColumn,
  'cash-flow': Waves,
  'owed-by-age': Hourglass,
  'income-by-client': Users,
  'income-by-item': Package,
  'expenses-by-category': ShoppingBag,
  'expenses-by-merchant': Store,
  taxes: Landmark,
  'payments-by-method': CreditCard,
  mileage: Car,
  'missing-receipts': FileQuestion,
}
