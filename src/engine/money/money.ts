/** What things cost per hour, what they have cost, and how long the credit lasts. */
export * from './account-burn.ts';
export * from './instance-burn.ts';
export * from './money-spent.ts';
export * from './offer-cost.ts';
export { type Cost, diskPerHour, HOURS_PER_MONTH } from './price-parts.ts';
export * from './runway.ts';
export * from './runway-change.ts';
