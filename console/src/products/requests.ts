import type { ResultOf } from '../../../clients/typescript/client.ts'

export type Product = ResultOf<'/api/Product/Get', 'get'>
