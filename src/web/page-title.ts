import { productName } from '../shared/product.ts'

export function pageTitle(title: string | undefined): string {
  return title ? `${title} · ${productName}` : productName
}
