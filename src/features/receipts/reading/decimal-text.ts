/** Thousandths as a decimal number: 27550 with 2 decimals is 27.55. */
export function decimalText(thousandths: number, decimals: number): string {
  return (thousandths / 1000).toFixed(decimals)
}
