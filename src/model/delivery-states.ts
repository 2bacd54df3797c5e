import { numbered } from './numbered.ts'

/** EnumNotificationState: where a delivery stands. The numbers are stored and part of the API. */
export const deliveryStates = { Pending: 1, Delivered: 2, Failed: 3 } as const
export type DeliveryState = (typeof deliveryStates)[keyof typeof deliveryStates]

export const { read: readDeliveryState, text: deliveryStateText } = numbered('EnumNotificationState', deliveryStates)
