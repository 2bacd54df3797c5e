// Generated from openapi/openapi.json by npm run client.
export interface paths {
    "/api/AuditLogs/List": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes, the newest first
         * @description Each row is written with the change itself and chained to the one before it by its hash; rows are never changed or removed.
         *
         *     Needs the claim `AuditLogs.Read`.
         */
        get: operations["getAuditLogsList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Auth/ChangePassword": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the own password
         * @description Ends every session of the user, the one that calls too: sign in again with the new password. Wrong current passwords count as failed sign-ins do.
         *
         *     For whoever is signed in.
         */
        put: operations["putAuthChangePassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Auth/ChangePasswordForUsingToken": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a new password with a token from a mail
         * @description Ends the token, every other one of the user, and every session: older access tokens stop within 5 seconds.
         *
         *     Needs no access token.
         */
        put: operations["putAuthChangePasswordForUsingToken"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Auth/ForgotPassword": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have a token sent with which to set a new password
         * @description The answer is the same whether the address has an account or not. Asking again ends earlier tokens; five mails an hour go to one address at most. In Spanish, or in the language of Accept-Language.
         *
         *     Needs no access token.
         */
        post: operations["postAuthForgotPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Auth/Login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with email and password
         * @description From the fifth failure on, an account makes every further try wait: one second at first, fifteen minutes at most.
         *
         *     Needs no access token.
         */
        post: operations["postAuthLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Auth/Register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a tenant with its first administrator and keys
         * @description The secret key is in this answer only. New tenants have the roles Administrator, Operator and Viewer.
         *
         *     Needs no access token.
         */
        post: operations["postAuthRegister"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/BulkInvoice/Cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Issue no more documents of a submission
         * @description What was issued, or waits to be, stays.
         *
         *     Needs the claim `BulkInvoice.Manage`.
         */
        put: operations["putBulkInvoiceCancel"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/BulkInvoice/Create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit many documents
         * @description Takes up to 10,000 documents as JSON, or a .csv or .xlsx file made from the template (GetTemplate). Every document is checked at once and each mistake told at its cell (Get); nothing is issued before Process. With replacesId, a mended file: of the documents known to the earlier submission by their key, those alone that came to nothing there are taken.
         *
         *     Needs the claim `BulkInvoice.Manage`.
         */
        post: operations["postBulkInvoiceCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/BulkInvoice/Delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a submission of which no document was issued
         * @description Needs the claim `BulkInvoice.Manage`.
         */
        delete: operations["deleteBulkInvoiceDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/BulkInvoice/Get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See a submission in numbers, and what became of its documents page by page
         * @description With `Accept: text/event-stream` it sends the numbers whenever they change, as events `progress`, until the submission is over, event `done`; a stream lasts ten minutes at most.
         *
         *     Needs the claim `BulkInvoice.Read`.
         */
        get: operations["getBulkInvoiceGet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/BulkInvoice/GetResult": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download what became of each document of a submission
         * @description Needs the claim `BulkInvoice.Read`.
         */
        get: operations["getBulkInvoiceGetResult"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/BulkInvoice/GetTemplate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a file to fill in, with every column, their explanations and an example of a type of document
         * @description Needs the claim `BulkInvoice.Read`.
         */
        get: operations["getBulkInvoiceGetTemplate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/BulkInvoice/List": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List bulk submissions, the newest first
         * @description Needs the claim `BulkInvoice.Read`.
         */
        get: operations["getBulkInvoiceList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/BulkInvoice/Process": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Issue the documents of a submission that have no mistakes
         * @description They are issued in the background, each once, in the order of the file; a document that refers to another by its key comes after that one. Those that lack folios or the certificate wait for them, and notes for the verdict on what they change. Asking again does no harm.
         *
         *     Needs the claim `BulkInvoice.Manage`.
         */
        put: operations["putBulkInvoiceProcess"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Common/GetInvoiceTypes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the types of document that can be issued
         * @deprecated
         * @description For whoever is signed in.
         */
        get: operations["getCommonGetInvoiceTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Common/GetMedioPagos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the means of payment (documentId.paymentMedia)
         * @deprecated
         * @description For whoever is signed in.
         */
        get: operations["getCommonGetMedioPagos"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Common/GetReferenceInvoiceTypes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a document can refer to (references[].documentType)
         * @description For whoever is signed in.
         */
        get: operations["getCommonGetReferenceInvoiceTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Common/GetSaleTransactionVentoTypes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the kinds of sale (documentId.saleTransactionType)
         * @deprecated
         * @description For whoever is signed in.
         */
        get: operations["getCommonGetSaleTransactionVentoTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Common/GetSpecialInfoPaymentMethods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the terms of payment (documentId.paymentMethod)
         * @deprecated
         * @description For whoever is signed in.
         */
        get: operations["getCommonGetSpecialInfoPaymentMethods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Common/GetTransactionCompraTypes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the kinds of purchase (documentId.purchaseTransactionType)
         * @deprecated
         * @description For whoever is signed in.
         */
        get: operations["getCommonGetTransactionCompraTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Common/InvoiceTypes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the types of document that can be issued
         * @description For whoever is signed in.
         */
        get: operations["getCommonInvoiceTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Common/PaymentMedias": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the means of payment (documentId.paymentMedia)
         * @description For whoever is signed in.
         */
        get: operations["getCommonPaymentMedias"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Common/PaymentMethods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the terms of payment (documentId.paymentMethod)
         * @description For whoever is signed in.
         */
        get: operations["getCommonPaymentMethods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Common/PurchaseTransactionTypes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the kinds of purchase (documentId.purchaseTransactionType)
         * @description For whoever is signed in.
         */
        get: operations["getCommonPurchaseTransactionTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Common/SaleTransactionTypes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the kinds of sale (documentId.saleTransactionType)
         * @description For whoever is signed in.
         */
        get: operations["getCommonSaleTransactionTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Folio/Activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Put a block at the end of its type's queue
         * @description Documents that wait for folios of the type are issued at once.
         *
         *     Needs the claim `Folio.Manage`.
         */
        put: operations["putFolioActivate"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Folio/Delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a block of which no folio was used
         * @description Needs the claim `Folio.Manage`.
         */
        delete: operations["deleteFolioDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Folio/GetFolioBlocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the blocks of folios
         * @deprecated
         * @description Needs the claim `Folio.Read`.
         */
        get: operations["getFolioGetFolioBlocks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Folio/List": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the blocks of folios
         * @description Needs the claim `Folio.Read`.
         */
        get: operations["getFolioList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Folio/Upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a CAF, the SII's authorisation of a range of folios
         * @description Its folios are used once the block is activated.
         *
         *     Needs the claim `Folio.Manage`.
         */
        post: operations["postFolioUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/IpAddressWhiteList/Create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an address or a range to the allow list
         * @description The list holds for every operation of the tenant within 5 seconds, Webhook/Save and Auth/Login included. A change that would shut out the address that it comes from is refused (409 ALLOW_LIST_LOCKS_OUT).
         *
         *     Needs the claim `IpAddressWhiteList.Manage`.
         */
        post: operations["postIpAddressWhiteListCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/IpAddressWhiteList/Delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove an entry of the allow list
         * @description Once the last one is gone, everyone is let in again. A change that would shut out the address that it comes from is refused (409 ALLOW_LIST_LOCKS_OUT).
         *
         *     Needs the claim `IpAddressWhiteList.Manage`.
         */
        delete: operations["deleteIpAddressWhiteListDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/IpAddressWhiteList/GetWhiteList": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the addresses from which the tenant may be used
         * @deprecated
         * @description An empty list lets everyone in.
         *
         *     Needs the claim `IpAddressWhiteList.Read`.
         */
        get: operations["getIpAddressWhiteListGetWhiteList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/IpAddressWhiteList/List": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the addresses from which the tenant may be used
         * @description An empty list lets everyone in.
         *
         *     Needs the claim `IpAddressWhiteList.Read`.
         */
        get: operations["getIpAddressWhiteListList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/IpAddressWhiteList/Update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change an entry of the allow list
         * @description Members that are left out stay as they are. A change that would shut out the address that it comes from is refused (409 ALLOW_LIST_LOCKS_OUT).
         *
         *     Needs the claim `IpAddressWhiteList.Manage`.
         */
        put: operations["putIpAddressWhiteListUpdate"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Notification/Deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List messages and what became of them, the newest first
         * @description Settled messages are kept for thirty days.
         *
         *     Needs the claim `Notification.Read`.
         */
        get: operations["getNotificationDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Notification/GetSettings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See where notifications go, and which
         * @description Needs the claim `Notification.Read`.
         */
        get: operations["getNotificationGetSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Notification/RotateSecret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a new secret; the one before signs as well for a day
         * @description Needs the claim `Notification.Manage`.
         */
        post: operations["postNotificationRotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Notification/Test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message, also while notifications are off
         * @description Answers the message as it is queued; it is tried once, and Deliveries tells what became of it.
         *
         *     Needs the claim `Notification.Manage`.
         */
        post: operations["postNotificationTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Notification/Update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Say where notifications go, and which
         * @description Messages are signed after Standard Webhooks and tried again for three days. The first time, the secret to verify them with is shown, once.
         *
         *     Needs the claim `Notification.Manage`.
         */
        put: operations["putNotificationUpdate"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/PdfTemplate/Create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a template
         * @description The template is drawn on sample documents first, short and long, of each type that it is for. What does not compile is refused with one error for each mistake, its path telling line and column: `source:12:5`; so is what leaves out the RUT, the name of the document, the folio, the amounts, the stamp at its size, the legend of the cedible copy or the mark of test documents.
         *
         *     Needs the claim `PdfTemplate.Manage`.
         */
        post: operations["postPdfTemplateCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/PdfTemplate/Delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a template
         * @description Its documents are drawn with the next default, or with the built-in look.
         *
         *     Needs the claim `PdfTemplate.Manage`.
         */
        delete: operations["deletePdfTemplateDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/PdfTemplate/Get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See one template whole
         * @description Needs the claim `PdfTemplate.Read`.
         */
        get: operations["getPdfTemplateGet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/PdfTemplate/List": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the templates
         * @description By name, without settings and source, which Get gives.
         *
         *     Needs the claim `PdfTemplate.Read`.
         */
        get: operations["getPdfTemplateList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/PdfTemplate/Preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Draw a template that is not kept yet
         * @description Draws a sample, or one of your documents. What the law wants to see and the drawing does not show is named in the header X-Template-Missing.
         *
         *     Needs the claim `PdfTemplate.Manage`.
         */
        post: operations["postPdfTemplatePreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/PdfTemplate/Update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a template
         * @description Members that are left out stay as they are, those of settings too; the kind is fixed. The template is drawn on sample documents first, short and long, of each type that it is for. What does not compile is refused with one error for each mistake, its path telling line and column: `source:12:5`; so is what leaves out the RUT, the name of the document, the folio, the amounts, the stamp at its size, the legend of the cedible copy or the mark of test documents.
         *
         *     Needs the claim `PdfTemplate.Manage`.
         */
        put: operations["putPdfTemplateUpdate"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Reports/GetChannelDataReport": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Documents and amounts by channel and status between two dates
         * @description Over the documents that Webhook/GetWebhooks lists for the same dates: the sums agree.
         *
         *     Needs the claim `Reports.Read`.
         */
        get: operations["getReportsGetChannelDataReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Reports/OverviewDataReport": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Totals by type, status and day, how documents fared, and the folios left
         * @description Over the documents that Webhook/GetWebhooks lists for the same dates: the sums agree.
         *
         *     Needs the claim `Reports.Read`.
         */
        get: operations["getReportsOverviewDataReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Role/Create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a role
         * @description A name that is taken is refused (409 ROLE_NAME_TAKEN), and so are claims that you do not hold yourself (403 RIGHTS_NOT_HELD).
         *
         *     Needs the claim `Role.Manage`.
         */
        post: operations["postRoleCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Role/CreateRoleClaim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a role a claim
         * @description Its users have the right within 5 seconds. A claim that the role holds already stays, and the answer is the same. You can only give what you hold yourself (403 RIGHTS_NOT_HELD).
         *
         *     Needs the claim `Role.Manage`.
         */
        post: operations["postRoleCreateRoleClaim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Role/Delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a role
         * @description Whoever has it loses what it allowed within 5 seconds. System roles stay (409 ROLE_IS_SYSTEM).
         *
         *     Needs the claim `Role.Manage`.
         */
        delete: operations["deleteRoleDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Role/DeleteRoleClaim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a claim from a role
         * @description Named in the query or in the body. Its users lose the right within 5 seconds. System roles keep the claims that they came with (409 ROLE_IS_SYSTEM); a claim that the role does not hold is 404.
         *
         *     Needs the claim `Role.Manage`.
         */
        delete: operations["deleteRoleDeleteRoleClaim"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Role/GetClaims": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List every claim that a role can hold
         * @description Needs the claim `Role.Read`.
         */
        get: operations["getRoleGetClaims"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Role/GetRoleClaims": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the claims of one role
         * @description The role is named by `roleId` or by `id`.
         *
         *     Needs the claim `Role.Read`.
         */
        get: operations["getRoleGetRoleClaims"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Role/GetRoles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the roles with their claims
         * @deprecated
         * @description Needs the claim `Role.Read`.
         */
        get: operations["getRoleGetRoles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Role/List": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the roles with their claims
         * @description Needs the claim `Role.Read`.
         */
        get: operations["getRoleList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Role/UserAssignmentToRole": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a user a role, or take it away
         * @description It holds within 5 seconds, for tokens given before as well. What is so already stays, and the answer is the same. You can only give a role whose claims you hold yourself (403 RIGHTS_NOT_HELD); the last administrator stays one (409 LAST_ADMINISTRATOR).
         *
         *     Needs the claim `Role.Manage`.
         */
        post: operations["postRoleUserAssignmentToRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Tenant/Certificate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See whose certificate signs, and until when
         * @description Needs the claim `Tenant.Read`.
         */
        get: operations["getTenantCertificate"];
        put?: never;
        /**
         * Upload the certificate to sign with (.p12 or .pfx)
         * @description It takes the place of the one before. The file and its password are not kept; its key is, sealed.
         *
         *     Needs the claim `Tenant.Manage`.
         */
        post: operations["postTenantCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Tenant/CreateKey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a second pair of keys
         * @description To rotate: create a pair, give it to every machine, look at `lastUsedAt` of the old one, revoke it. Two are live at most. The secret key is in this answer only.
         *
         *     Needs the claim `Tenant.Manage`.
         */
        post: operations["postTenantCreateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Tenant/GetAccessKeyAndSecretKeyValidation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check a tenant's keys, sent as headers
         * @description Needs no access token.
         */
        get: operations["getTenantGetAccessKeyAndSecretKeyValidation"];
        put?: never;
        /**
         * Check a tenant's keys
         * @description Needs no access token.
         */
        post: operations["postTenantGetAccessKeyAndSecretKeyValidation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Tenant/GetTenant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See the tenant's settings and what is left to do before documents can be sent
         * @description Needs the claim `Tenant.Read`.
         */
        get: operations["getTenantGetTenant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Tenant/Keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the live pairs of keys
         * @description Needs the claim `Tenant.Read`.
         */
        get: operations["getTenantKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Tenant/RevokeKey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a pair of keys
         * @description It stops within 5 seconds on every instance. The last live pair cannot be revoked.
         *
         *     Needs the claim `Tenant.Manage`.
         */
        delete: operations["deleteTenantRevokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Tenant/TenantCacheRefresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Have every instance drop what it remembers of the tenant
         * @description Changes hold everywhere within 5 seconds by themselves; this is for whoever will not wait.
         *
         *     Needs the claim `Tenant.Manage`.
         */
        get: operations["getTenantTenantCacheRefresh"];
        put?: never;
        /**
         * Have every instance drop what it remembers of the tenant
         * @description Changes hold everywhere within 5 seconds by themselves; this is for whoever will not wait.
         *
         *     Needs the claim `Tenant.Manage`.
         */
        post: operations["postTenantTenantCacheRefresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Tenant/Update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the tenant's settings
         * @description Members that are left out stay as they are.
         *
         *     Needs the claim `Tenant.Manage`.
         */
        put: operations["putTenantUpdate"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/User/Create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a user, with a password or by invitation
         * @description Roles whose claims you do not hold yourself are refused (403 RIGHTS_NOT_HELD), and so are an email or a user name that is taken (409 EMAIL_TAKEN, USER_NAME_TAKEN). Sent twice, it makes one user. Without a password the user is invited by mail, in the language that Accept-Language asks for, Spanish unless it is English; where no mail server is set up that is refused (503 MAIL_UNAVAILABLE).
         *
         *     Needs the claim `User.Manage`.
         */
        post: operations["postUserCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/User/Delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a user
         * @description The user's tokens end within 5 seconds, and the email is free again. Only who holds every claim of an administrator can delete one (403 RIGHTS_NOT_HELD), and nobody the last (409 LAST_ADMINISTRATOR).
         *
         *     Needs the claim `User.Manage`.
         */
        delete: operations["deleteUserDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/User/GetUsers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the users with their roles
         * @description Needs the claim `User.Read`.
         */
        get: operations["getUserGetUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Webhook/GetPdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the PDF of a document
         * @description Drawn with the tenant's default template for its type and format, if there is one. Should that fail, the built-in look takes its place, and the answer says X-Template-Fallback: true.
         *
         *     Needs the claim `Webhook.Read`.
         */
        get: operations["getWebhookGetPdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Webhook/GetWebhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See everything known of one document
         * @description Needs the claim `Webhook.Read`.
         */
        get: operations["getWebhookGetWebhook"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Webhook/GetWebhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List documents, the newest first
         * @description Needs the claim `Webhook.Read`.
         */
        get: operations["getWebhookGetWebhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Webhook/GetXml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the signed XML of a document
         * @description Needs the claim `Webhook.Read`.
         */
        get: operations["getWebhookGetXml"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Webhook/Retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Retry a Failed or Rejected document after its cause was mended
         * @description What it does follows from the remedies of the reasons, and GetWebhook tells it beforehand (`retry`): the same signed document goes out again; or it is made anew, from the corrected `payload` (of the same type) if one is posted and from the first one otherwise, under the folio that the SII gave free or under a new one. The SII is asked first, so that nothing is issued again that it holds already: such a document becomes Accepted.
         *
         *     Needs the claim `Webhook.Manage`.
         */
        put: operations["putWebhookRetry"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Webhook/Save": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue an invoice
         * @description Checks the document whole, numbers it from its folio block, stamps, signs and stores it, and answers then; it is sent to the tax authority right after. A document that is refused takes no folio. With an Idempotency-Key, a repetition answers the first result.
         *
         *     Needs the tenant's keys, in the body.
         */
        post: operations["postWebhookSave"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Webhook/UploadResult": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload the result of an envelope that the SII mailed (RESULTADO_ENVIO)
         * @description For all but boletas the SII gives its reasons by mail only. The file brings them to the documents of its track id, where GetWebhook shows them explained and Retry acts on them. It settles which documents the SII objects to, and accepts or rejects none.
         *
         *     Needs the claim `Webhook.Manage`.
         */
        post: operations["postWebhookUploadResult"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AuditLog: {
            /** Format: uuid */
            id: string;
            /**
             * @description Place in the tenant's chain of hashes, from 1 without gaps.
             * @example 42
             */
            sequence: number;
            /**
             * Format: date-time
             * @example 2026-11-20T13:45:12.345Z
             */
            at: string;
            /**
             * @description The user or the access key; null where the service acted by itself.
             * @example 0199f3a2-7c1e-7b60-9d52-4f1c2a9be002
             */
            userId: string | null;
            /** @example admin@andes.example */
            userName: string;
            /** @example folio.activate */
            action: string;
            /** @example folioBlock */
            entity: string;
            /** @example 0199a3c4-7d1e-7b3a-9f00-5c2d8e4b1a6f */
            entityId: string;
            /**
             * @description What is worth knowing of the change; never a secret.
             * @example {
             *       "documentType": 33,
             *       "rangeFrom": 1,
             *       "rangeTo": 100
             *     }
             */
            details: unknown;
            /**
             * @description The caller's IP address.
             * @example 192.0.2.10
             */
            address: string | null;
            /** @example 01a1f82f-8800-7387-bd78-77f011356dc4 */
            requestId: string | null;
        };
        AuditLogListPaginationResponseResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: {
                /** @example 1 */
                page: number;
                /** @example 20 */
                pageSize: number;
                /** @example 1 */
                totalPage: number;
                /** @example 1 */
                totalRecords: number;
                data: components["schemas"]["AuditLog"][];
            };
        };
        BooleanResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: boolean;
        };
        BulkInvoiceDetailResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: {
                /** Format: uuid */
                id: string;
                name: string;
                /** @example xlsx */
                source: string;
                status: components["schemas"]["EnumBulkInvoiceStatus"];
                /** @example Processing */
                statusText: string;
                replacesId: string | null;
                /** @description Documents of the file that were left alone, for the replaced submission holds them unharmed. */
                skipped: number;
                counters: {
                    documents: number;
                    /** @description Free of mistakes and not issued yet. */
                    ready: number;
                    invalid: number;
                    /** @description They became documents of the tenant; the counters below tell where those stand. */
                    taken: number;
                    failed: number;
                    cancelled: number;
                    waiting: number;
                    issued: number;
                    sending: number;
                    sent: number;
                    accepted: number;
                    acceptedWithObjections: number;
                    rejected: number;
                    /** @description Failed after they were taken: a person has to look (Webhook/Retry). */
                    stopped: number;
                };
                /**
                 * @description Percent of the documents without mistakes that are issued or otherwise settled.
                 * @example 42.5
                 */
                progress: number;
                documentsPerSecond: number | null;
                secondsLeft: number | null;
                /** @description What documents wait for: error codes such as FOLIOS_MISSING. */
                waitingFor: string[];
                createdById: string | null;
                /**
                 * Format: date-time
                 * @example 2026-11-20T13:45:12.345Z
                 */
                createdAt: string;
                startedAt: string | null;
                finishedAt: string | null;
                rows: {
                    page: number;
                    pageSize: number;
                    totalPage: number;
                    totalRecords: number;
                    data: {
                        position: number;
                        key: string;
                        status: components["schemas"]["EnumBulkRowStatus"];
                        statusText: string;
                        invoiceTypeCode: string;
                        customerCompanyName: string;
                        totalAmount: number | null;
                        /** @description Of the document that it became; see Webhook/GetWebhook. */
                        correlationId: string | null;
                        /** @description EnumOutboxStatus of that document. */
                        documentStatus: number | null;
                        documentStatusText: string;
                        /** @description The folio; empty until it has one. */
                        invoiceNumber: string;
                        issueDate: string | null;
                        trackId: string | null;
                        reasons: {
                            code: string;
                            description: string;
                        }[];
                        problems: {
                            /** @description Row of the sheet; in JSON the document's position. */
                            row: number;
                            /** @example F */
                            column: string | null;
                            /** @example F12 */
                            cell: string | null;
                            /**
                             * @description The column's heading, or the member's path.
                             * @example RUT receptor
                             */
                            field: string;
                            /** @example header.receiver.taxNumber */
                            path: string;
                            code: string;
                            message: string;
                            siiCode: string | null;
                        }[];
                        /** @description A later submission took it up after it came to nothing here. */
                        isReplaced: boolean;
                    }[];
                };
            };
        };
        /** @description An invoice document of a bulk submission. */
        BulkInvoiceDocument: {
            /** @description Encabezado. */
            header: {
                /** @description IdDoc: what the document is. */
                documentId: {
                    /**
                     * @description TipoDTE: the code of the document type; see Common/InvoiceTypes.
                     * @example 33
                     * @example 39
                     * @example 61
                     */
                    documentType: string;
                    /**
                     * @description FchEmis. Today in Chile when left out. A date (YYYY-MM-DD), or a date-time whose calendar date in America/Santiago counts.
                     * @example 2026-11-20
                     * @example 2026-11-20T15:30:00.000Z
                     */
                    issueDate?: string | null;
                    /**
                     * @description TpoTranVenta; see Common/SaleTransactionTypes. Not written in types without it (56, boletas).
                     * @example 1
                     */
                    saleTransactionType?: number | null;
                    /**
                     * @description IndServicio: 1 to 3; in exports 3 to 6; in boletas 1 to 4, where 3 (sales and services) is the default. Not written in 52.
                     * @example 3
                     */
                    serviceIndicator?: number | null;
                    /**
                     * @description FmaPago; see Common/PaymentMethods. In 33, 34 and 43 the default is 2 (credit), as the SII assumes. Not written in boletas.
                     * @example 1
                     */
                    paymentMethod?: number | null;
                    /**
                     * @description TpoTranCompra; see Common/PurchaseTransactionTypes. Written in 33, 34, 43, 46 and 52 only.
                     * @example 1
                     */
                    purchaseTransactionType?: number | null;
                    /**
                     * @description MedioPago, by its numeric id; see Common/PaymentMedias. Not written in 52.
                     * @example 1
                     */
                    paymentMedia?: number | null;
                    /**
                     * @description FchVenc (extension). Not before the issue date. A date (YYYY-MM-DD), or a date-time whose calendar date in America/Santiago counts.
                     * @example 2026-11-20
                     * @example 2026-11-20T15:30:00.000Z
                     */
                    dueDate?: string | null;
                    /**
                     * @description PeriodoDesde (extension): first day of a periodic service. A date (YYYY-MM-DD), or a date-time whose calendar date in America/Santiago counts.
                     * @example 2026-11-20
                     * @example 2026-11-20T15:30:00.000Z
                     */
                    periodFrom?: string | null;
                    /**
                     * @description PeriodoHasta (extension): last day of a periodic service. A date (YYYY-MM-DD), or a date-time whose calendar date in America/Santiago counts.
                     * @example 2026-11-20
                     * @example 2026-11-20T15:30:00.000Z
                     */
                    periodTo?: string | null;
                    /**
                     * @description IndTraslado (extension): why goods move; only in 52, and mandatory there.
                     * @example 1
                     */
                    transferType?: number | null;
                    /**
                     * @description TipoDespacho (extension): 1 by the receiver, 2 by the sender to the receiver, 3 by the sender elsewhere; in 33, 34, 46, 52 and 110.
                     * @example 2
                     */
                    dispatchType?: number | null;
                    /** @description MntBruto (extension): true when line prices carry VAT. Boletas always do; false there says that prices are net (IndMntNeto). */
                    grossAmounts?: boolean | null;
                    /** @description IndNoRebaja: a credit note that gives no right to lower the tax (DL 825, art. 70) (1). */
                    withoutTaxReduction?: boolean | null;
                    /** @description TpoImpresion: N on a sheet, T on a ticket (N, T). */
                    printFormat?: string | null;
                    /** @description FmaPagExp: customs' way of paying: 1 collection up to a year, 2 beyond, 11 letter of credit up to a year, 12 beyond, 21 without payment, 32 in advance (1, 2, 11, 12, 21, 32). */
                    exportPaymentMethod?: number | null;
                    /** @description FchCancel: when it was paid before its issue (date). */
                    paidOn?: string | null;
                    /** @description MntCancel: what was paid at its issue (integer 18). */
                    paidAmount?: number | null;
                    /** @description SaldoInsol: what was left to pay at its issue (integer 18). */
                    unpaidBalance?: number | null;
                    /** @description TpoCtaPago: kind of bank account to pay into (AHORRO, CORRIENTE, VISTA). */
                    paymentAccountType?: string | null;
                    /** @description NumCtaPago (text 20). */
                    paymentAccountNumber?: string | null;
                    /** @description BcoPago (text 40). */
                    paymentBank?: string | null;
                    /** @description TermPagoCdg (text 4). */
                    paymentTermsCode?: string | null;
                    /** @description TermPagoGlosa: the terms of payment in words (text 100). */
                    paymentTerms?: string | null;
                    /** @description TermPagoDias (integer 3). */
                    paymentTermsDays?: number | null;
                    /** @description TipoFactEsp: an invoice to a foreign tourist in the zones that allow it (1). */
                    touristInvoice?: boolean | null;
                    /** @description MntPagos: up to 30 payments to come (extension) */
                    payments?: {
                        /** @description FchPago: when it is due (date). */
                        date?: string | null;
                        /** @description MntPago (integer 18). */
                        amount?: number | null;
                        /** @description GlosaPagos (text 40). */
                        description?: string | null;
                    }[] | null;
                };
                sender?: {
                    /**
                     * @description RUTEmisor: must be the tenant's.
                     * @example 77777777-7
                     */
                    taxNumber?: string | null;
                    /**
                     * @description RznSoc, up to 100 characters. The tenant's when left out, as every member below.
                     * @example Comercial Los Andes SpA
                     */
                    businessName?: string | null;
                    /**
                     * @description GiroEmis, up to 80 characters.
                     * @example Venta al por mayor de ferretería
                     */
                    businessActivity?: string | null;
                    /**
                     * @description Acteco: one of the tenant's activity codes; its main one when left out.
                     * @example 475201
                     */
                    activityCode?: string | null;
                    /**
                     * @description Sucursal, up to 20 characters.
                     * @example Casa matriz
                     */
                    branchName?: string | null;
                    /**
                     * @description CdgSIISucur: the SII's number of the branch, up to 9 digits.
                     * @example 78123456
                     */
                    branchCode?: string | null;
                    /**
                     * @description DirOrigen, up to 70 characters.
                     * @example Av. Libertador Bernardo O'Higgins 1449
                     */
                    address?: string | null;
                    /**
                     * @description CmnaOrigen, up to 20 characters.
                     * @example Santiago
                     */
                    municipality?: string | null;
                    /**
                     * @description CiudadOrigen, up to 20 characters.
                     * @example Santiago
                     */
                    city?: string | null;
                    /**
                     * @description CdgVendedor, up to 60 characters. Not written in boletas.
                     * @example Paula
                     */
                    salesPerson?: string | null;
                    /**
                     * @description Acteco (extension): up to four of the tenant's activity codes, instead of activityCode.
                     * @example [
                     *       "475201",
                     *       "466302"
                     *     ]
                     */
                    activityCodes?: string[] | null;
                    /**
                     * @description Telefono (extension), up to 20 characters. Not written in boletas.
                     * @example +56 2 2345 6789
                     */
                    phone?: string | null;
                    /**
                     * @description Telefono (extension): another one, up to 20 characters. Not written in boletas.
                     * @example +56 9 8765 4321
                     */
                    secondPhone?: string | null;
                    /**
                     * @description CorreoEmisor (extension), up to 80 characters. Not written in boletas.
                     * @example ventas@losandes.example
                     */
                    email?: string | null;
                    /** @description CodAdicSucur (text 20). */
                    branchAdditionalCode?: string | null;
                    /** @description IdAdicEmisor (text 20). */
                    additionalId?: string | null;
                    /** @description RUTProveedor: the supplier of wood (RUT). */
                    supplierTaxNumber?: string | null;
                    /** @description RznSocProveedor: the supplier of wood (text 100). */
                    supplierName?: string | null;
                    /** @description GuiaExport: in delivery notes of goods to be exported (extension) */
                    exportTransfer?: {
                        /** @description CdgTraslado: who issues: 1 exporter, 2 customs agent, 3 seller, 4 authorised by the SII (1, 2, 3, 4). */
                        issuerCode?: number | null;
                        /** @description FolioAut: the SII's resolution, with issuerCode 4 (integer 6). */
                        authorizationNumber?: number | null;
                        /** @description FchAut: its date, with issuerCode 4 (date). */
                        authorizationDate?: string | null;
                    } | null;
                } | null;
                receiver?: {
                    /**
                     * @description RUTRecep. When left out: in boletas 66666666-6 (nobody in particular), in exports 55555555-5 (a foreigner), in internal moves the sender.
                     * @example 60803000-K
                     */
                    taxNumber?: string | null;
                    /**
                     * @description CdgIntRecep, up to 20 characters.
                     * @example C-1042
                     */
                    internalCode?: string | null;
                    /**
                     * @description RznSocRecep, up to 100 characters. Mandatory but in boletas.
                     * @example Ferretería El Roble Ltda.
                     */
                    businessName?: string | null;
                    /**
                     * @description GiroRecep as digits, when businessActivity is left out.
                     * @example 475201
                     */
                    businessActivityCode?: number | null;
                    /**
                     * @description GiroRecep (extension), up to 40 characters. Mandatory in 33, 34, 43, 46 and 52.
                     * @example Ferretería
                     */
                    businessActivity?: string | null;
                    /**
                     * @description CorreoRecep, up to 80 characters.
                     * @example compras@elroble.example
                     */
                    email?: string | null;
                    /**
                     * @description DirRecep, up to 70 characters. Mandatory in 33, 34, 43, 46, 52 and 110.
                     * @example Teatinos 120
                     */
                    address?: string | null;
                    /**
                     * @description CmnaRecep, up to 20 characters. Mandatory in 33, 34, 43, 46 and 52.
                     * @example Santiago
                     */
                    municipality?: string | null;
                    /**
                     * @description CiudadRecep, up to 20 characters. Mandatory in 110.
                     * @example Santiago
                     */
                    city?: string | null;
                    /**
                     * @description DirPostal, up to 70 characters.
                     * @example Casilla 123
                     */
                    postalAddress?: string | null;
                    /**
                     * @description CmnaPostal, up to 20 characters.
                     * @example Santiago
                     */
                    postalMunicipality?: string | null;
                    /**
                     * @description CiudadPostal, up to 20 characters.
                     * @example Santiago
                     */
                    postalCity?: string | null;
                    /**
                     * @description Kept with the posted document; the XML has no element for it.
                     * @example 8320000
                     */
                    postalCode?: string | null;
                    /** @description Contacto (text 80). */
                    contact?: string | null;
                    /** @description TelefonoRecep (text 20). */
                    phone?: string | null;
                    /** @description Extranjero: a receiver without RUT (extension) */
                    foreign?: {
                        /** @description NumId: passport or identity number (text 20). */
                        documentNumber?: string | null;
                        /** @description Nacionalidad: code of the customs' table of countries (text 3). */
                        nationality?: string | null;
                        /** @description TipoDocID: 1 passport, 2 identity card (1, 2). */
                        documentType?: number | null;
                        /** @description IdAdicRecep (text 20). */
                        additionalId?: string | null;
                    } | null;
                } | null;
                transport?: {
                    /** @description Chofer: both members or neither. */
                    driver?: {
                        /**
                         * @description NombreChofer, up to 30 characters.
                         * @example Luis Soto
                         */
                        name?: string | null;
                        /**
                         * @description RUTChofer.
                         * @example 12345678-5
                         */
                        taxNumber?: string | null;
                    } | null;
                    /**
                     * @description DirDest, up to 70 characters.
                     * @example Camino Lo Boza 300
                     */
                    destinationAddress?: string | null;
                    /**
                     * @description CmnaDest, up to 20 characters.
                     * @example Pudahuel
                     */
                    destinationMunicipality?: string | null;
                    /**
                     * @description CiudadDest, up to 20 characters.
                     * @example Santiago
                     */
                    destinationCity?: string | null;
                    /**
                     * @description Patente (extension), up to 8 characters.
                     * @example ABCD12
                     */
                    licensePlate?: string | null;
                    /**
                     * @description PatenteCarro (extension), up to 8 characters.
                     * @example EFGH34
                     */
                    trailerPlate?: string | null;
                    /**
                     * @description RUTTrans (extension).
                     * @example 12345678-5
                     */
                    carrierTaxNumber?: string | null;
                    /**
                     * @description FchSalida (extension). A date (YYYY-MM-DD), or a date-time whose calendar date in America/Santiago counts.
                     * @example 2026-11-20
                     * @example 2026-11-20T15:30:00.000Z
                     */
                    departureDate?: string | null;
                    /**
                     * @description HraSalida (extension): hh:mm:ss.
                     * @example 08:30:00
                     */
                    departureTime?: string | null;
                    /**
                     * @description FchLlegada (extension). A date (YYYY-MM-DD), or a date-time whose calendar date in America/Santiago counts.
                     * @example 2026-11-20
                     * @example 2026-11-20T15:30:00.000Z
                     */
                    arrivalDate?: string | null;
                    /** @description Aduana (extension): what customs want to know. */
                    customs?: {
                        /** @description CodModVenta: modality of sale (integer 2). */
                        saleMode?: number | null;
                        /** @description CodClauVenta: clause of sale (Incoterm) (integer 2). */
                        saleClause?: number | null;
                        /** @description TotClauVenta: what the clause comes to (decimal 16.2). */
                        saleClauseAmount?: number | null;
                        /** @description CodViaTransp: way of transport (integer 2). */
                        transportMode?: number | null;
                        /** @description NombreTransp: ship, flight or vehicle (text 40). */
                        vesselName?: string | null;
                        /** @description RUTCiaTransp (RUT). */
                        carrierTaxNumber?: string | null;
                        /** @description NomCiaTransp (text 40). */
                        carrierName?: string | null;
                        /** @description IdAdicTransp (text 20). */
                        transportAdditionalId?: string | null;
                        /** @description Booking (text 20). */
                        booking?: string | null;
                        /** @description Operador (text 20). */
                        operator?: string | null;
                        /** @description CodPtoEmbarque (integer 4). */
                        loadingPort?: number | null;
                        /** @description IdAdicPtoEmb (text 20). */
                        loadingPortAdditionalId?: string | null;
                        /** @description CodPtoDesemb (integer 4). */
                        unloadingPort?: number | null;
                        /** @description IdAdicPtoDesemb (text 20). */
                        unloadingPortAdditionalId?: string | null;
                        /** @description Tara (integer 7). */
                        tare?: number | null;
                        /** @description CodUnidMedTara (integer 2). */
                        tareUnit?: number | null;
                        /** @description PesoBruto (decimal 8.2). */
                        grossWeight?: number | null;
                        /** @description CodUnidPesoBruto (integer 2). */
                        grossWeightUnit?: number | null;
                        /** @description PesoNeto (decimal 8.2). */
                        netWeight?: number | null;
                        /** @description CodUnidPesoNeto (integer 2). */
                        netWeightUnit?: number | null;
                        /** @description TotItems (integer 18). */
                        totalItems?: number | null;
                        /** @description TotBultos (integer 18). */
                        totalPackages?: number | null;
                        /** @description TipoBultos: up to 10 kinds of packages (extension) */
                        packages?: {
                            /** @description CodTpoBultos (integer 3). */
                            packageType?: number | null;
                            /** @description CantBultos (integer 10). */
                            quantity?: number | null;
                            /** @description Marcas (text 255). */
                            marks?: string | null;
                            /** @description IdContainer (text 25). */
                            containerId?: string | null;
                            /** @description Sello (text 20). */
                            seal?: string | null;
                            /** @description EmisorSello (text 70). */
                            sealIssuer?: string | null;
                        }[] | null;
                        /** @description MntFlete (decimal 14.4). */
                        freightAmount?: number | null;
                        /** @description MntSeguro (decimal 14.4). */
                        insuranceAmount?: number | null;
                        /** @description CodPaisRecep (integer 3). */
                        receiverCountry?: number | null;
                        /** @description CodPaisDestin (integer 3). */
                        destinationCountry?: number | null;
                    } | null;
                } | null;
                totals?: {
                    /**
                     * @description MntNeto: sum of the lines subject to VAT, without it.
                     * @example 10000
                     */
                    netAmount?: number | null;
                    /**
                     * @description MntExe: sum of the exempt lines.
                     * @example 0
                     */
                    exemptAmount?: number | null;
                    /**
                     * @description IVA: 19 % of the net amount.
                     * @example 1900
                     */
                    taxAmount?: number | null;
                    /**
                     * @description MntTotal.
                     * @example 11900
                     */
                    totalAmount?: number | null;
                    /** @description ImptoReten: one row for each additional tax. In 43, where lines carry none, they are taken as posted. */
                    taxes?: {
                        /**
                         * @description The SII's code of the additional tax (TipoImp, CodImpAdic), or "IVA" for VAT itself.
                         * @example 27
                         * @example IVA
                         */
                        taxCode: string;
                        /**
                         * @description TasaImp, in percent: must be the legal rate.
                         * @example 10
                         */
                        taxRate?: number | null;
                        /**
                         * @description MontoImp, in pesos.
                         * @example 1000
                         */
                        taxAmount?: number | null;
                    }[] | null;
                    /**
                     * @description MntBase (extension): sum of the lines' withholdingAgent.slaughterBase.
                     * @example 100000
                     */
                    slaughterBase?: number | null;
                    /**
                     * @description MntMargenCom (extension): sum of the lines' withholdingAgent.margin.
                     * @example 50000
                     */
                    margin?: number | null;
                    /**
                     * @description IVANoRet (extension): VAT that the buyer does not withhold, in 46 and its notes.
                     * @example 900
                     */
                    unwithheldTaxAmount?: number | null;
                    /**
                     * @description GrntDep (extension): sum of the deposits on containers.
                     * @example 5000
                     */
                    depositAmount?: number | null;
                    /**
                     * @description MontoNF (extension): sum of what is not billable; may be negative.
                     * @example 3000
                     */
                    nonBillableAmount?: number | null;
                    /**
                     * @description MontoPeriodo (extension): the total and what is not billable.
                     * @example 14900
                     */
                    periodAmount?: number | null;
                    /** @description TpoMoneda: the currency of an export, by its customs' name or its ISO 4217 code (currency). */
                    currency?: string | null;
                    /** @description IVAProp: the part of VAT that is the sender's own (integer 18, of either sign). */
                    ownTaxAmount?: number | null;
                    /** @description IVATerc: the part of VAT that is the principal's (integer 18, of either sign). */
                    thirdPartyTaxAmount?: number | null;
                    /** @description CredEC: special credit of construction companies, up to 65 % of VAT; lowers the total (integer 18). */
                    constructionCredit?: number | null;
                    /** @description SaldoAnterior: what was owed before; shown, and part of no sum (integer 18, of either sign). */
                    previousBalance?: number | null;
                    /** @description VlrPagar: what is to be paid; the period and the previous balance when only that is posted (integer 18, of either sign). */
                    amountToPay?: number | null;
                } | null;
                /** @description RUTMandante: on whose behalf the sale is made (RUT). */
                principalTaxNumber?: string | null;
                /** @description RUTSolicita: who asks for the invoice on the receiver's behalf (RUT). */
                requesterTaxNumber?: string | null;
                /** @description RUTProvSW: who provides the software (RUT). */
                softwareProviderTaxNumber?: string | null;
                /** @description OtraMoneda: the totals in another currency; in exports in pesos, and mandatory unless they are (extension) */
                otherCurrency?: {
                    /** @description TpoMoneda: the currency; PESO CL when left out in exports (currency). */
                    currency?: string | null;
                    /** @description TpoCambio: pesos for one of the foreign currency (Banco Central) (decimal 6.4). */
                    exchangeRate?: number | null;
                } | null;
            };
            /** @description Detalle: 1 to 60 lines; in boletas up to 1000. */
            details?: {
                /**
                 * @description NroLinDet: from 1 in sequence.
                 * @example 1
                 */
                lineNumber?: number | null;
                /** @description CdgItem. */
                itemCode?: {
                    /**
                     * @description TpoCodigo, up to 10 characters; INT1 when left out.
                     * @example INT1
                     * @example EAN13
                     */
                    codeType?: string | null;
                    /**
                     * @description VlrCodigo, up to 35 characters.
                     * @example SKU-001
                     */
                    codeValue?: string | null;
                } | null;
                /**
                 * @description NmbItem, up to 80 characters. Mandatory.
                 * @example Cañería de cobre 1/2"
                 */
                itemName?: string | null;
                /**
                 * @description DscItem, up to 1000 characters.
                 * @example Tira de 6 metros
                 */
                itemDescription?: string | null;
                /**
                 * @description QtyItem: more than 0, up to six decimals; 1 when a price comes without it. Mandatory in 52.
                 * @example 2
                 */
                quantity?: number | null;
                /**
                 * @description PrcItem: up to six decimals. With VAT in boletas.
                 * @example 5000
                 */
                unitPrice?: number | null;
                /**
                 * @description DescuentoPct: up to two decimals.
                 * @example 10
                 */
                discountPercentage?: number | null;
                /**
                 * @description MontoItem: round(quantity × unitPrice) less the discount; needed when there is no price.
                 * @example 9000
                 */
                lineTotal?: number | null;
                /**
                 * @description Checked against the taxes of the line, and not written.
                 * @example 1710
                 */
                totalTaxPrice?: number | null;
                /** @description CodImpAdic: up to two additional taxes. */
                taxes?: {
                    /**
                     * @description The SII's code of the additional tax (TipoImp, CodImpAdic), or "IVA" for VAT itself.
                     * @example 27
                     * @example IVA
                     */
                    taxCode: string;
                    /**
                     * @description TasaImp, in percent: must be the legal rate.
                     * @example 10
                     */
                    taxRate?: number | null;
                    /**
                     * @description MontoImp, in pesos.
                     * @example 1000
                     */
                    taxAmount?: number | null;
                }[] | null;
                /**
                 * @description IndExe (extension): 1 exempt, 2 not billable, 3 deposit on containers, 4 no sale and 5 to be taken from an earlier one (both in 52), 6 not billable and negative.
                 * @example 1
                 */
                exemptIndicator?: number | null;
                /**
                 * @description UnmdItem (extension), up to 4 characters.
                 * @example UN
                 */
                unitOfMeasure?: string | null;
                /**
                 * @description DescuentoMonto (extension): whole pesos.
                 * @example 1000
                 */
                discountAmount?: number | null;
                /**
                 * @description RecargoPct (extension): up to two decimals.
                 * @example 5
                 */
                surchargePercentage?: number | null;
                /**
                 * @description RecargoMonto (extension): whole pesos.
                 * @example 500
                 */
                surchargeAmount?: number | null;
                /** @description CdgItem: up to five codes, instead of itemCode (extension) */
                itemCodes?: {
                    /** @description TpoCodigo: INT1 when left out (text 10). */
                    codeType?: string | null;
                    /** @description VlrCodigo (text 35). */
                    codeValue?: string | null;
                }[] | null;
                /** @description TpoDocLiq: type of the documents that the line settles (text 3). */
                settledDocumentType?: string | null;
                /** @description ItemEspectaculo: 1 ticket, 2 service charge (1, 2). */
                showItem?: number | null;
                /** @description RUTMandante: on whose behalf the line is sold (RUT). */
                principalTaxNumber?: string | null;
                /** @description QtyRef (decimal 12.6). */
                referenceQuantity?: number | null;
                /** @description UnmdRef (text 4). */
                referenceUnit?: string | null;
                /** @description PrcRef (decimal 12.6). */
                referencePrice?: number | null;
                /** @description FchElabor (date). */
                madeOn?: string | null;
                /** @description FchVencim (date). */
                expiresOn?: string | null;
                /** @description Retenedor: the bases of taxes that are not on the line's amount (extension) */
                withholdingAgent?: {
                    /** @description IndAgente: the sender withholds or anticipates the tax; understood when a base is posted (R). */
                    isAgent?: boolean | null;
                    /** @description MntBaseFaena: base of tax 17 (integer 18). */
                    slaughterBase?: number | null;
                    /** @description MntMargComer: base of taxes 14 and 50 (integer 18). */
                    margin?: number | null;
                    /** @description PrcConsFinal: net price to the consumer (integer 18). */
                    consumerPrice?: number | null;
                } | null;
                /** @description InfoTicket: a show's ticket, in boletas (extension) */
                ticket?: {
                    /** @description FolioTicket (integer 6). */
                    number?: number | null;
                    /** @description FchGenera (date and time). */
                    issuedAt?: string | null;
                    /** @description NmbEvento (text 80). */
                    eventName?: string | null;
                    /** @description TpoTicket (text 10). */
                    ticketType?: string | null;
                    /** @description CdgEvento (text 5). */
                    eventCode?: string | null;
                    /** @description FchEvento (date and time). */
                    eventAt?: string | null;
                    /** @description LugarEvento (text 80). */
                    place?: string | null;
                    /** @description UbicEvento (text 20). */
                    section?: string | null;
                    /** @description FilaUbicEvento (text 3). */
                    row?: string | null;
                    /** @description AsntoUbicEvento (text 3). */
                    seat?: string | null;
                } | null;
                /** @description Subcantidad: how the quantity is made up, up to five rows (extension) */
                subQuantities?: {
                    /** @description SubQty (decimal 12.6). */
                    quantity?: number | null;
                    /** @description SubCod (text 35). */
                    code?: string | null;
                    /** @description TipCodSubQty (text 10). */
                    codeType?: string | null;
                }[] | null;
                /** @description OtrMnda: the line in another currency (extension) */
                otherCurrency?: {
                    /** @description PrcOtrMon (decimal 12.4). */
                    unitPrice?: number | null;
                    /** @description Moneda (text 3). */
                    currency?: string | null;
                    /** @description FctConv: factor into pesos (decimal 6.4). */
                    exchangeRate?: number | null;
                    /** @description DctoOtrMnda (decimal 14.4). */
                    discountAmount?: number | null;
                    /** @description RecargoOtrMnda (decimal 14.4). */
                    surchargeAmount?: number | null;
                    /** @description MontoItemOtrMnda: computed when left out (decimal 14.4). */
                    lineTotal?: number | null;
                } | null;
                /** @description SubDscto: what the discount is made of, up to five rows (extension) */
                subDiscounts?: {
                    /** @description TipoDscto (%, $). */
                    valueType?: string | null;
                    /** @description ValorDscto (decimal 16.2). */
                    value?: number | null;
                }[] | null;
                /** @description SubRecargo: what the surcharge is made of, up to five rows (extension) */
                subSurcharges?: {
                    /** @description TipoRecargo (%, $). */
                    valueType?: string | null;
                    /** @description ValorRecargo (decimal 16.2). */
                    value?: number | null;
                }[] | null;
            }[] | null;
            references?: {
                /**
                 * @description NroLinRef: from 1 in sequence.
                 * @example 1
                 */
                lineNumber?: number | null;
                /**
                 * @description TpoDocRef; see Common/GetReferenceInvoiceTypes.
                 * @example 33
                 * @example 801
                 */
                documentType?: string | null;
                /**
                 * @description FolioRef, up to 18 characters; "0" stands for more than 20 documents of the type (IndGlobal).
                 * @example 1042
                 */
                folio?: string | null;
                /**
                 * @description FchRef. Mandatory but in boletas, which have no such element. A date (YYYY-MM-DD), or a date-time whose calendar date in America/Santiago counts.
                 * @example 2026-11-20
                 * @example 2026-11-20T15:30:00.000Z
                 */
                date?: string | null;
                /**
                 * @description CodRef: 1 annuls, 2 corrects texts, 3 corrects amounts; mandatory in 56 and 61. In boletas free text up to 18 characters.
                 * @example 1
                 */
                code?: string | null;
                /**
                 * @description RazonRef, up to 90 characters.
                 * @example Anula factura
                 */
                reason?: string | null;
                /**
                 * @description RUTOtr (extension): who issued the document, when it was not the sender.
                 * @example 77777777-7
                 */
                issuerTaxNumber?: string | null;
                /** @description IdAdicOtr (text 20). */
                issuerAdditionalId?: string | null;
                /** @description CodVndor (text 8). */
                salesPersonCode?: string | null;
                /** @description CodCaja (text 8). */
                cashRegisterCode?: string | null;
                /**
                 * @description The key of another document of the submission (extension): type, folio and date of the reference are filled in once that one is issued.
                 * @example F-1042
                 */
                documentKey?: string | null;
            }[] | null;
            /** @description DscRcgGlobal (extension): up to 20. */
            globalDiscounts?: {
                /**
                 * @description NroLinDR: from 1 in sequence.
                 * @example 1
                 */
                lineNumber?: number | null;
                /**
                 * @description TpoMov: D discount, R surcharge.
                 * @example D
                 * @enum {string}
                 */
                movement: "D" | "R";
                /**
                 * @description GlosaDR, up to 45 characters.
                 * @example Descuento por volumen
                 */
                description?: string | null;
                /**
                 * @description TpoValor.
                 * @example %
                 * @enum {string}
                 */
                valueType: "%" | "$";
                /**
                 * @description ValorDR: percent (up to two decimals) or whole pesos.
                 * @example 10
                 */
                value: number;
                /**
                 * @description IndExeDR: 1 on the exempt lines, 2 on those not billable; left out: on the lines subject to VAT.
                 * @example 1
                 */
                exemptIndicator?: number | null;
                /**
                 * @description ValorDROtrMnda (extension): the value in another currency.
                 * @example 12.5
                 */
                otherCurrencyValue?: number | null;
            }[] | null;
            /** @description SubTotInfo (extension): up to 20 subtotals, shown only. */
            subtotals?: {
                /** @description GlosaSTI (text 40). */
                description?: string | null;
                /** @description OrdenSTI (1 to 99). */
                order?: number | null;
                /** @description SubTotNetoSTI (decimal 16.2). */
                netAmount?: number | null;
                /** @description SubTotIVASTI (decimal 16.2). */
                taxAmount?: number | null;
                /** @description SubTotAdicSTI (decimal 16.2). */
                additionalTaxAmount?: number | null;
                /** @description SubTotExeSTI (decimal 16.2). */
                exemptAmount?: number | null;
                /** @description ValSubtotSTI (decimal 16.2). */
                totalAmount?: number | null;
                /**
                 * @description LineasDeta: numbers of the lines that it sums.
                 * @example [
                 *       1,
                 *       2
                 *     ]
                 */
                lines?: number[] | null;
            }[] | null;
            /** @description Comisiones (extension): up to 20, in 43, and in 46, 56 and 61; they lower the total. */
            commissions?: {
                /** @description TipoMovim: C commission, O another charge (C, O). */
                movement?: string | null;
                /** @description Glosa (text 60). */
                description?: string | null;
                /** @description TasaComision: shown, and not computed with (decimal 3.2). */
                rate?: number | null;
                /**
                 * @description ValComNeto: what is subject to VAT of it.
                 * @example 10000
                 */
                netAmount?: number | null;
                /**
                 * @description ValComExe: what is exempt of it.
                 * @example 0
                 */
                exemptAmount?: number | null;
                /**
                 * @description ValComIVA: 19 % of netAmount.
                 * @example 1900
                 */
                taxAmount?: number | null;
            }[] | null;
            /** @description GeoRefEmision: where the document is issued (extension) */
            issueLocation?: {
                /** @description LatitudEmision (text 30). */
                latitude?: string | null;
                /** @description LongitudEmision (text 30). */
                longitude?: string | null;
                /** @description SistemaReferencia (1 to 9). */
                referenceSystem?: number | null;
            } | null;
            /** @description ManejoMadera: wood on its way, in 52 (extension) */
            woodTransport?: {
                /** @description ComunaRolOrigen: of the land's cadastral number (integer 6). */
                originMunicipality?: number | null;
                /** @description MnzRolOrigen (integer 6). */
                originBlock?: number | null;
                /** @description PrdRolOrigen (integer 6). */
                originPlot?: number | null;
                /** @description ComunaRolDestino (integer 6). */
                destinationMunicipality?: number | null;
                /** @description MnzRolDestino (integer 6). */
                destinationBlock?: number | null;
                /** @description PrdRolDestino (integer 6). */
                destinationPlot?: number | null;
                /** @description CodPlanConaf: CONAF's code (text 40). */
                managementPlan?: string | null;
                /** @description AvisoEjecucionFaena (text 40). */
                worksNotice?: string | null;
                /** @description LatitudOrigenMadera (text 30). */
                originLatitude?: string | null;
                /** @description LongitudOrigenMadera (text 30). */
                originLongitude?: string | null;
                /** @description LatitudDestinoMadera (text 30). */
                destinationLatitude?: string | null;
                /** @description LongitudDestinoMadera (text 30). */
                destinationLongitude?: string | null;
                /** @description SistemareferenciaMadera (1 to 9). */
                referenceSystem?: number | null;
            } | null;
            /**
             * @description Names the document inside the submission (extension): references may point to it, and a mended submission is matched by it. Its position, from 1, when left out.
             * @example F-1042
             */
            key?: string | null;
        };
        BulkInvoiceListPaginationResponseResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: {
                /** @example 1 */
                page: number;
                /** @example 20 */
                pageSize: number;
                /** @example 1 */
                totalPage: number;
                /** @example 1 */
                totalRecords: number;
                data: {
                    /** Format: uuid */
                    id: string;
                    name: string;
                    /** @example xlsx */
                    source: string;
                    status: components["schemas"]["EnumBulkInvoiceStatus"];
                    /** @example Processing */
                    statusText: string;
                    replacesId: string | null;
                    /** @description Documents of the file that were left alone, for the replaced submission holds them unharmed. */
                    skipped: number;
                    counters: {
                        documents: number;
                        /** @description Free of mistakes and not issued yet. */
                        ready: number;
                        invalid: number;
                        /** @description They became documents of the tenant; the counters below tell where those stand. */
                        taken: number;
                        failed: number;
                        cancelled: number;
                        waiting: number;
                        issued: number;
                        sending: number;
                        sent: number;
                        accepted: number;
                        acceptedWithObjections: number;
                        rejected: number;
                        /** @description Failed after they were taken: a person has to look (Webhook/Retry). */
                        stopped: number;
                    };
                    /**
                     * @description Percent of the documents without mistakes that are issued or otherwise settled.
                     * @example 42.5
                     */
                    progress: number;
                    documentsPerSecond: number | null;
                    secondsLeft: number | null;
                    /** @description What documents wait for: error codes such as FOLIOS_MISSING. */
                    waitingFor: string[];
                    createdById: string | null;
                    /**
                     * Format: date-time
                     * @example 2026-11-20T13:45:12.345Z
                     */
                    createdAt: string;
                    startedAt: string | null;
                    finishedAt: string | null;
                }[];
            };
        };
        BulkInvoiceResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: {
                /** Format: uuid */
                id: string;
                name: string;
                /** @example xlsx */
                source: string;
                status: components["schemas"]["EnumBulkInvoiceStatus"];
                /** @example Processing */
                statusText: string;
                replacesId: string | null;
                /** @description Documents of the file that were left alone, for the replaced submission holds them unharmed. */
                skipped: number;
                counters: {
                    documents: number;
                    /** @description Free of mistakes and not issued yet. */
                    ready: number;
                    invalid: number;
                    /** @description They became documents of the tenant; the counters below tell where those stand. */
                    taken: number;
                    failed: number;
                    cancelled: number;
                    waiting: number;
                    issued: number;
                    sending: number;
                    sent: number;
                    accepted: number;
                    acceptedWithObjections: number;
                    rejected: number;
                    /** @description Failed after they were taken: a person has to look (Webhook/Retry). */
                    stopped: number;
                };
                /**
                 * @description Percent of the documents without mistakes that are issued or otherwise settled.
                 * @example 42.5
                 */
                progress: number;
                documentsPerSecond: number | null;
                secondsLeft: number | null;
                /** @description What documents wait for: error codes such as FOLIOS_MISSING. */
                waitingFor: string[];
                createdById: string | null;
                /**
                 * Format: date-time
                 * @example 2026-11-20T13:45:12.345Z
                 */
                createdAt: string;
                startedAt: string | null;
                finishedAt: string | null;
            };
        };
        CertificateResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: {
                /** Format: uuid */
                id: string;
                /** @example 12345678-5 */
                holderTaxNumber: string;
                /** @example Ana Rojas */
                holderName: string;
                /** @example CA de prueba */
                issuerName: string;
                /** @example 5f3a91c07be24d18 */
                serialNumber: string;
                /**
                 * Format: date-time
                 * @example 2026-11-20T13:45:12.345Z
                 */
                notBefore: string;
                /**
                 * Format: date-time
                 * @example 2029-11-20T13:45:12.345Z
                 */
                notAfter: string;
                /**
                 * Format: date-time
                 * @example 2026-11-20T13:45:12.345Z
                 */
                uploadedAt: string;
                /**
                 * @description Whole days until it ends.
                 * @example 1096
                 */
                daysLeft: number;
            };
        };
        ChannelDataReport: {
            /** @example 2026-11-20 */
            startDate: string;
            /** @example 2026-11-20 */
            endDate: string;
            /** @description One entry for each currency, pesos first; empty where there is no document. */
            totals: components["schemas"]["DocumentSums"][];
            channels: {
                /**
                 * @description EnumChannelType
                 * @example 1
                 */
                channelType: number;
                /** @example Webhook */
                channelTypeText: string;
                /**
                 * @description Of the amounts, by its name in the customs' table; whatever has several has an entry for each, pesos first.
                 * @example PESO CL
                 */
                currency: string;
                /** @example 128 */
                documents: number;
                /** @example 1990000 */
                netAmount: number;
                /** @example 0 */
                exemptAmount: number;
                /**
                 * @description VAT alone.
                 * @example 378100
                 */
                taxAmount: number;
                /**
                 * @description Sum of totalAmount; credit notes (61) count as they are printed, without a sign.
                 * @example 2368100
                 */
                totalAmount: number;
                statuses: components["schemas"]["StatusSums"][];
            }[];
        };
        ChannelDataReportResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: components["schemas"]["ChannelDataReport"];
        };
        Claim: {
            /** @example permission */
            type: string;
            /** @example Webhook.Read */
            value: string;
            /** @example See issued documents, their XML and PDF */
            description: string;
        };
        ClaimListResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: components["schemas"]["Claim"][];
        };
        CreatedTenantKeyResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: {
                /** Format: uuid */
                id: string;
                /** @example ak_test_Jx3vQ0c1dW8nT5yRk2LbHsZu */
                accessKey: string;
                /**
                 * Format: date-time
                 * @example 2026-11-20T13:45:12.345Z
                 */
                createdAt: string;
                /**
                 * @description Shown this once; only its hash is kept.
                 * @example sk_7Qv2mB9xK4tR1nW8cZ5jH0pLdF3sY6uEgA2iO9bXwTk4fGh
                 */
                secretKey: string;
            };
        };
        /** @description Documents of one currency and their exact sums. */
        DocumentSums: {
            /**
             * @description Of the amounts, by its name in the customs' table; whatever has several has an entry for each, pesos first.
             * @example PESO CL
             */
            currency: string;
            /** @example 128 */
            documents: number;
            /** @example 1990000 */
            netAmount: number;
            /** @example 0 */
            exemptAmount: number;
            /**
             * @description VAT alone.
             * @example 378100
             */
            taxAmount: number;
            /**
             * @description Sum of totalAmount; credit notes (61) count as they are printed, without a sign.
             * @example 2368100
             */
            totalAmount: number;
        };
        /**
         * @description What a document does not have is left out.
         * @example {
         *       "currency": "PESO CL",
         *       "netAmount": 43910,
         *       "exemptAmount": 0,
         *       "vatRate": 19,
         *       "taxAmount": 8343,
         *       "taxes": [],
         *       "totalAmount": 52253
         *     }
         */
        DocumentTotals: {
            /**
             * @description Of the amounts, by its name in the customs' table; only exports have another than pesos.
             * @example PESO CL
             */
            currency: string;
            netAmount: number;
            exemptAmount: number;
            /** @description In percent, when some line is subject to VAT. */
            vatRate?: number;
            /** @description VAT alone. */
            taxAmount: number;
            /** @description Additional taxes. */
            taxes: {
                taxCode: string;
                taxRate: number | null;
                taxAmount: number;
            }[];
            /** @description MntBase: base of tax 17. */
            slaughterBase?: number;
            /** @description MntMargenCom: base of taxes 14 and 50. */
            margin?: number;
            /** @description IVAProp: the sender's part of VAT. */
            ownTaxAmount?: number;
            /** @description IVATerc: its principal's part of VAT. */
            thirdPartyTaxAmount?: number;
            /** @description IVANoRet: VAT that the buyer pays to the seller. */
            unwithheldTaxAmount?: number;
            /** @description CredEC: lowers the total. */
            constructionCredit?: number;
            /** @description GrntDep: deposits on containers, part of the total. */
            depositAmount?: number;
            /** @description Sums of the commissions, which lower the total. */
            commissions?: {
                netAmount: number;
                exemptAmount: number;
                taxAmount: number;
            };
            totalAmount: number;
            /** @description MontoNF: charged without being billed; may be negative. */
            nonBillableAmount?: number;
            /** @description MontoPeriodo: the total and what is not billable. */
            periodAmount?: number;
            /** @description SaldoAnterior */
            previousBalance?: number;
            /** @description VlrPagar */
            amountToPay?: number;
            /** @description The totals in another currency; those of an export in pesos. */
            otherCurrency?: components["schemas"]["OtherCurrencyTotals"];
        };
        /**
         * @description Where a bulk submission stands. CompletedWithErrors: some of its documents have mistakes or could not be issued.
         * @enum {integer}
         */
        EnumBulkInvoiceStatus: 1 | 2 | 3 | 4 | 5;
        /**
         * @description What became of a document of a submission. Taken: it is a document of the tenant now, and `documentStatus` tells where that stands.
         * @enum {integer}
         */
        EnumBulkRowStatus: 1 | 2 | 3 | 4 | 5;
        /**
         * @description By which door a document came.
         * @enum {integer}
         */
        EnumChannelType: 1 | 2 | 3;
        /**
         * @description Where a block of folios stands.
         * @example 2
         * @enum {integer}
         */
        EnumFolioBlockState: 1 | 2 | 3 | 4;
        /**
         * @description Where a message stands.
         * @example 2
         * @enum {integer}
         */
        EnumNotificationState: 1 | 2 | 3;
        /**
         * @description Where a document stands.
         * @example 2
         * @enum {integer}
         */
        EnumOutboxStatus: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
        /**
         * @description Where the documents go.
         * @example 2
         * @enum {integer}
         */
        EnumTaxAuthority: 1 | 2;
        /**
         * @description Kind of user: 1 has the role Administrator, 9 runs the server.
         * @example 2
         * @enum {integer}
         */
        EnumUserType: 1 | 2 | 9;
        FailureResponse: {
            /** @enum {boolean} */
            success: false;
            /**
             * @description The HTTP status.
             * @example 422
             */
            statusCode: number;
            /**
             * @description Stable for ever; the sentences may improve.
             * @example FOLIOS_MISSING
             */
            errorCode: string;
            /**
             * @description One sentence for each problem, its path first.
             * @example [
             *       "payload.details[2].quantity: must be greater than 0"
             *     ]
             */
            errors: string[];
            result: null;
        };
        FolioUploadResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: {
                /**
                 * Format: uuid
                 * @description The block; the same file again gives the same id.
                 */
                id: string;
            };
        };
        GetUsersQueryResponse: {
            /**
             * Format: uuid
             * @example 0199f3a2-7c1e-7b60-9d52-4f1c2a9be002
             */
            id: string;
            /** @example benito */
            userName: string;
            /** @example Benito Rojas */
            fullName: string;
            /** @example benito@andes.example */
            email: string;
            /** @example Comercial Andes SpA */
            companyTitle: string;
            userType: components["schemas"]["EnumUserType"];
            /** @example TenantUser */
            userTypeText: string;
            roles: {
                /**
                 * Format: uuid
                 * @example 0199f3a2-7c1e-7b60-9d52-4f1c2a9be001
                 */
                id: string;
                /** @example Operator */
                name: string;
            }[];
            /**
             * Format: date-time
             * @example 2026-11-20T13:45:12.345Z
             */
            createdAt: string;
        };
        GetUsersQueryResponseListResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: components["schemas"]["GetUsersQueryResponse"][];
        };
        /** @description An invoice document. */
        InvoiceDocument: {
            /** @description Encabezado. */
            header: {
                /** @description IdDoc: what the document is. */
                documentId: {
                    /**
                     * @description TipoDTE: the code of the document type; see Common/InvoiceTypes.
                     * @example 33
                     * @example 39
                     * @example 61
                     */
                    documentType: string;
                    /**
                     * @description FchEmis. Today in Chile when left out. A date (YYYY-MM-DD), or a date-time whose calendar date in America/Santiago counts.
                     * @example 2026-11-20
                     * @example 2026-11-20T15:30:00.000Z
                     */
                    issueDate?: string | null;
                    /**
                     * @description TpoTranVenta; see Common/SaleTransactionTypes. Not written in types without it (56, boletas).
                     * @example 1
                     */
                    saleTransactionType?: number | null;
                    /**
                     * @description IndServicio: 1 to 3; in exports 3 to 6; in boletas 1 to 4, where 3 (sales and services) is the default. Not written in 52.
                     * @example 3
                     */
                    serviceIndicator?: number | null;
                    /**
                     * @description FmaPago; see Common/PaymentMethods. In 33, 34 and 43 the default is 2 (credit), as the SII assumes. Not written in boletas.
                     * @example 1
                     */
                    paymentMethod?: number | null;
                    /**
                     * @description TpoTranCompra; see Common/PurchaseTransactionTypes. Written in 33, 34, 43, 46 and 52 only.
                     * @example 1
                     */
                    purchaseTransactionType?: number | null;
                    /**
                     * @description MedioPago, by its numeric id; see Common/PaymentMedias. Not written in 52.
                     * @example 1
                     */
                    paymentMedia?: number | null;
                    /**
                     * @description FchVenc (extension). Not before the issue date. A date (YYYY-MM-DD), or a date-time whose calendar date in America/Santiago counts.
                     * @example 2026-11-20
                     * @example 2026-11-20T15:30:00.000Z
                     */
                    dueDate?: string | null;
                    /**
                     * @description PeriodoDesde (extension): first day of a periodic service. A date (YYYY-MM-DD), or a date-time whose calendar date in America/Santiago counts.
                     * @example 2026-11-20
                     * @example 2026-11-20T15:30:00.000Z
                     */
                    periodFrom?: string | null;
                    /**
                     * @description PeriodoHasta (extension): last day of a periodic service. A date (YYYY-MM-DD), or a date-time whose calendar date in America/Santiago counts.
                     * @example 2026-11-20
                     * @example 2026-11-20T15:30:00.000Z
                     */
                    periodTo?: string | null;
                    /**
                     * @description IndTraslado (extension): why goods move; only in 52, and mandatory there.
                     * @example 1
                     */
                    transferType?: number | null;
                    /**
                     * @description TipoDespacho (extension): 1 by the receiver, 2 by the sender to the receiver, 3 by the sender elsewhere; in 33, 34, 46, 52 and 110.
                     * @example 2
                     */
                    dispatchType?: number | null;
                    /** @description MntBruto (extension): true when line prices carry VAT. Boletas always do; false there says that prices are net (IndMntNeto). */
                    grossAmounts?: boolean | null;
                    /** @description IndNoRebaja: a credit note that gives no right to lower the tax (DL 825, art. 70) (1). */
                    withoutTaxReduction?: boolean | null;
                    /** @description TpoImpresion: N on a sheet, T on a ticket (N, T). */
                    printFormat?: string | null;
                    /** @description FmaPagExp: customs' way of paying: 1 collection up to a year, 2 beyond, 11 letter of credit up to a year, 12 beyond, 21 without payment, 32 in advance (1, 2, 11, 12, 21, 32). */
                    exportPaymentMethod?: number | null;
                    /** @description FchCancel: when it was paid before its issue (date). */
                    paidOn?: string | null;
                    /** @description MntCancel: what was paid at its issue (integer 18). */
                    paidAmount?: number | null;
                    /** @description SaldoInsol: what was left to pay at its issue (integer 18). */
                    unpaidBalance?: number | null;
                    /** @description TpoCtaPago: kind of bank account to pay into (AHORRO, CORRIENTE, VISTA). */
                    paymentAccountType?: string | null;
                    /** @description NumCtaPago (text 20). */
                    paymentAccountNumber?: string | null;
                    /** @description BcoPago (text 40). */
                    paymentBank?: string | null;
                    /** @description TermPagoCdg (text 4). */
                    paymentTermsCode?: string | null;
                    /** @description TermPagoGlosa: the terms of payment in words (text 100). */
                    paymentTerms?: string | null;
                    /** @description TermPagoDias (integer 3). */
                    paymentTermsDays?: number | null;
                    /** @description TipoFactEsp: an invoice to a foreign tourist in the zones that allow it (1). */
                    touristInvoice?: boolean | null;
                    /** @description MntPagos: up to 30 payments to come (extension) */
                    payments?: {
                        /** @description FchPago: when it is due (date). */
                        date?: string | null;
                        /** @description MntPago (integer 18). */
                        amount?: number | null;
                        /** @description GlosaPagos (text 40). */
                        description?: string | null;
                    }[] | null;
                };
                sender?: {
                    /**
                     * @description RUTEmisor: must be the tenant's.
                     * @example 77777777-7
                     */
                    taxNumber?: string | null;
                    /**
                     * @description RznSoc, up to 100 characters. The tenant's when left out, as every member below.
                     * @example Comercial Los Andes SpA
                     */
                    businessName?: string | null;
                    /**
                     * @description GiroEmis, up to 80 characters.
                     * @example Venta al por mayor de ferretería
                     */
                    businessActivity?: string | null;
                    /**
                     * @description Acteco: one of the tenant's activity codes; its main one when left out.
                     * @example 475201
                     */
                    activityCode?: string | null;
                    /**
                     * @description Sucursal, up to 20 characters.
                     * @example Casa matriz
                     */
                    branchName?: string | null;
                    /**
                     * @description CdgSIISucur: the SII's number of the branch, up to 9 digits.
                     * @example 78123456
                     */
                    branchCode?: string | null;
                    /**
                     * @description DirOrigen, up to 70 characters.
                     * @example Av. Libertador Bernardo O'Higgins 1449
                     */
                    address?: string | null;
                    /**
                     * @description CmnaOrigen, up to 20 characters.
                     * @example Santiago
                     */
                    municipality?: string | null;
                    /**
                     * @description CiudadOrigen, up to 20 characters.
                     * @example Santiago
                     */
                    city?: string | null;
                    /**
                     * @description CdgVendedor, up to 60 characters. Not written in boletas.
                     * @example Paula
                     */
                    salesPerson?: string | null;
                    /**
                     * @description Acteco (extension): up to four of the tenant's activity codes, instead of activityCode.
                     * @example [
                     *       "475201",
                     *       "466302"
                     *     ]
                     */
                    activityCodes?: string[] | null;
                    /**
                     * @description Telefono (extension), up to 20 characters. Not written in boletas.
                     * @example +56 2 2345 6789
                     */
                    phone?: string | null;
                    /**
                     * @description Telefono (extension): another one, up to 20 characters. Not written in boletas.
                     * @example +56 9 8765 4321
                     */
                    secondPhone?: string | null;
                    /**
                     * @description CorreoEmisor (extension), up to 80 characters. Not written in boletas.
                     * @example ventas@losandes.example
                     */
                    email?: string | null;
                    /** @description CodAdicSucur (text 20). */
                    branchAdditionalCode?: string | null;
                    /** @description IdAdicEmisor (text 20). */
                    additionalId?: string | null;
                    /** @description RUTProveedor: the supplier of wood (RUT). */
                    supplierTaxNumber?: string | null;
                    /** @description RznSocProveedor: the supplier of wood (text 100). */
                    supplierName?: string | null;
                    /** @description GuiaExport: in delivery notes of goods to be exported (extension) */
                    exportTransfer?: {
                        /** @description CdgTraslado: who issues: 1 exporter, 2 customs agent, 3 seller, 4 authorised by the SII (1, 2, 3, 4). */
                        issuerCode?: number | null;
                        /** @description FolioAut: the SII's resolution, with issuerCode 4 (integer 6). */
                        authorizationNumber?: number | null;
                        /** @description FchAut: its date, with issuerCode 4 (date). */
                        authorizationDate?: string | null;
                    } | null;
                } | null;
                receiver?: {
                    /**
                     * @description RUTRecep. When left out: in boletas 66666666-6 (nobody in particular), in exports 55555555-5 (a foreigner), in internal moves the sender.
                     * @example 60803000-K
                     */
                    taxNumber?: string | null;
                    /**
                     * @description CdgIntRecep, up to 20 characters.
                     * @example C-1042
                     */
                    internalCode?: string | null;
                    /**
                     * @description RznSocRecep, up to 100 characters. Mandatory but in boletas.
                     * @example Ferretería El Roble Ltda.
                     */
                    businessName?: string | null;
                    /**
                     * @description GiroRecep as digits, when businessActivity is left out.
                     * @example 475201
                     */
                    businessActivityCode?: number | null;
                    /**
                     * @description GiroRecep (extension), up to 40 characters. Mandatory in 33, 34, 43, 46 and 52.
                     * @example Ferretería
                     */
                    businessActivity?: string | null;
                    /**
                     * @description CorreoRecep, up to 80 characters.
                     * @example compras@elroble.example
                     */
                    email?: string | null;
                    /**
                     * @description DirRecep, up to 70 characters. Mandatory in 33, 34, 43, 46, 52 and 110.
                     * @example Teatinos 120
                     */
                    address?: string | null;
                    /**
                     * @description CmnaRecep, up to 20 characters. Mandatory in 33, 34, 43, 46 and 52.
                     * @example Santiago
                     */
                    municipality?: string | null;
                    /**
                     * @description CiudadRecep, up to 20 characters. Mandatory in 110.
                     * @example Santiago
                     */
                    city?: string | null;
                    /**
                     * @description DirPostal, up to 70 characters.
                     * @example Casilla 123
                     */
                    postalAddress?: string | null;
                    /**
                     * @description CmnaPostal, up to 20 characters.
                     * @example Santiago
                     */
                    postalMunicipality?: string | null;
                    /**
                     * @description CiudadPostal, up to 20 characters.
                     * @example Santiago
                     */
                    postalCity?: string | null;
                    /**
                     * @description Kept with the posted document; the XML has no element for it.
                     * @example 8320000
                     */
                    postalCode?: string | null;
                    /** @description Contacto (text 80). */
                    contact?: string | null;
                    /** @description TelefonoRecep (text 20). */
                    phone?: string | null;
                    /** @description Extranjero: a receiver without RUT (extension) */
                    foreign?: {
                        /** @description NumId: passport or identity number (text 20). */
                        documentNumber?: string | null;
                        /** @description Nacionalidad: code of the customs' table of countries (text 3). */
                        nationality?: string | null;
                        /** @description TipoDocID: 1 passport, 2 identity card (1, 2). */
                        documentType?: number | null;
                        /** @description IdAdicRecep (text 20). */
                        additionalId?: string | null;
                    } | null;
                } | null;
                transport?: {
                    /** @description Chofer: both members or neither. */
                    driver?: {
                        /**
                         * @description NombreChofer, up to 30 characters.
                         * @example Luis Soto
                         */
                        name?: string | null;
                        /**
                         * @description RUTChofer.
                         * @example 12345678-5
                         */
                        taxNumber?: string | null;
                    } | null;
                    /**
                     * @description DirDest, up to 70 characters.
                     * @example Camino Lo Boza 300
                     */
                    destinationAddress?: string | null;
                    /**
                     * @description CmnaDest, up to 20 characters.
                     * @example Pudahuel
                     */
                    destinationMunicipality?: string | null;
                    /**
                     * @description CiudadDest, up to 20 characters.
                     * @example Santiago
                     */
                    destinationCity?: string | null;
                    /**
                     * @description Patente (extension), up to 8 characters.
                     * @example ABCD12
                     */
                    licensePlate?: string | null;
                    /**
                     * @description PatenteCarro (extension), up to 8 characters.
                     * @example EFGH34
                     */
                    trailerPlate?: string | null;
                    /**
                     * @description RUTTrans (extension).
                     * @example 12345678-5
                     */
                    carrierTaxNumber?: string | null;
                    /**
                     * @description FchSalida (extension). A date (YYYY-MM-DD), or a date-time whose calendar date in America/Santiago counts.
                     * @example 2026-11-20
                     * @example 2026-11-20T15:30:00.000Z
                     */
                    departureDate?: string | null;
                    /**
                     * @description HraSalida (extension): hh:mm:ss.
                     * @example 08:30:00
                     */
                    departureTime?: string | null;
                    /**
                     * @description FchLlegada (extension). A date (YYYY-MM-DD), or a date-time whose calendar date in America/Santiago counts.
                     * @example 2026-11-20
                     * @example 2026-11-20T15:30:00.000Z
                     */
                    arrivalDate?: string | null;
                    /** @description Aduana (extension): what customs want to know. */
                    customs?: {
                        /** @description CodModVenta: modality of sale (integer 2). */
                        saleMode?: number | null;
                        /** @description CodClauVenta: clause of sale (Incoterm) (integer 2). */
                        saleClause?: number | null;
                        /** @description TotClauVenta: what the clause comes to (decimal 16.2). */
                        saleClauseAmount?: number | null;
                        /** @description CodViaTransp: way of transport (integer 2). */
                        transportMode?: number | null;
                        /** @description NombreTransp: ship, flight or vehicle (text 40). */
                        vesselName?: string | null;
                        /** @description RUTCiaTransp (RUT). */
                        carrierTaxNumber?: string | null;
                        /** @description NomCiaTransp (text 40). */
                        carrierName?: string | null;
                        /** @description IdAdicTransp (text 20). */
                        transportAdditionalId?: string | null;
                        /** @description Booking (text 20). */
                        booking?: string | null;
                        /** @description Operador (text 20). */
                        operator?: string | null;
                        /** @description CodPtoEmbarque (integer 4). */
                        loadingPort?: number | null;
                        /** @description IdAdicPtoEmb (text 20). */
                        loadingPortAdditionalId?: string | null;
                        /** @description CodPtoDesemb (integer 4). */
                        unloadingPort?: number | null;
                        /** @description IdAdicPtoDesemb (text 20). */
                        unloadingPortAdditionalId?: string | null;
                        /** @description Tara (integer 7). */
                        tare?: number | null;
                        /** @description CodUnidMedTara (integer 2). */
                        tareUnit?: number | null;
                        /** @description PesoBruto (decimal 8.2). */
                        grossWeight?: number | null;
                        /** @description CodUnidPesoBruto (integer 2). */
                        grossWeightUnit?: number | null;
                        /** @description PesoNeto (decimal 8.2). */
                        netWeight?: number | null;
                        /** @description CodUnidPesoNeto (integer 2). */
                        netWeightUnit?: number | null;
                        /** @description TotItems (integer 18). */
                        totalItems?: number | null;
                        /** @description TotBultos (integer 18). */
                        totalPackages?: number | null;
                        /** @description TipoBultos: up to 10 kinds of packages (extension) */
                        packages?: {
                            /** @description CodTpoBultos (integer 3). */
                            packageType?: number | null;
                            /** @description CantBultos (integer 10). */
                            quantity?: number | null;
                            /** @description Marcas (text 255). */
                            marks?: string | null;
                            /** @description IdContainer (text 25). */
                            containerId?: string | null;
                            /** @description Sello (text 20). */
                            seal?: string | null;
                            /** @description EmisorSello (text 70). */
                            sealIssuer?: string | null;
                        }[] | null;
                        /** @description MntFlete (decimal 14.4). */
                        freightAmount?: number | null;
                        /** @description MntSeguro (decimal 14.4). */
                        insuranceAmount?: number | null;
                        /** @description CodPaisRecep (integer 3). */
                        receiverCountry?: number | null;
                        /** @description CodPaisDestin (integer 3). */
                        destinationCountry?: number | null;
                    } | null;
                } | null;
                totals?: {
                    /**
                     * @description MntNeto: sum of the lines subject to VAT, without it.
                     * @example 10000
                     */
                    netAmount?: number | null;
                    /**
                     * @description MntExe: sum of the exempt lines.
                     * @example 0
                     */
                    exemptAmount?: number | null;
                    /**
                     * @description IVA: 19 % of the net amount.
                     * @example 1900
                     */
                    taxAmount?: number | null;
                    /**
                     * @description MntTotal.
                     * @example 11900
                     */
                    totalAmount?: number | null;
                    /** @description ImptoReten: one row for each additional tax. In 43, where lines carry none, they are taken as posted. */
                    taxes?: {
                        /**
                         * @description The SII's code of the additional tax (TipoImp, CodImpAdic), or "IVA" for VAT itself.
                         * @example 27
                         * @example IVA
                         */
                        taxCode: string;
                        /**
                         * @description TasaImp, in percent: must be the legal rate.
                         * @example 10
                         */
                        taxRate?: number | null;
                        /**
                         * @description MontoImp, in pesos.
                         * @example 1000
                         */
                        taxAmount?: number | null;
                    }[] | null;
                    /**
                     * @description MntBase (extension): sum of the lines' withholdingAgent.slaughterBase.
                     * @example 100000
                     */
                    slaughterBase?: number | null;
                    /**
                     * @description MntMargenCom (extension): sum of the lines' withholdingAgent.margin.
                     * @example 50000
                     */
                    margin?: number | null;
                    /**
                     * @description IVANoRet (extension): VAT that the buyer does not withhold, in 46 and its notes.
                     * @example 900
                     */
                    unwithheldTaxAmount?: number | null;
                    /**
                     * @description GrntDep (extension): sum of the deposits on containers.
                     * @example 5000
                     */
                    depositAmount?: number | null;
                    /**
                     * @description MontoNF (extension): sum of what is not billable; may be negative.
                     * @example 3000
                     */
                    nonBillableAmount?: number | null;
                    /**
                     * @description MontoPeriodo (extension): the total and what is not billable.
                     * @example 14900
                     */
                    periodAmount?: number | null;
                    /** @description TpoMoneda: the currency of an export, by its customs' name or its ISO 4217 code (currency). */
                    currency?: string | null;
                    /** @description IVAProp: the part of VAT that is the sender's own (integer 18, of either sign). */
                    ownTaxAmount?: number | null;
                    /** @description IVATerc: the part of VAT that is the principal's (integer 18, of either sign). */
                    thirdPartyTaxAmount?: number | null;
                    /** @description CredEC: special credit of construction companies, up to 65 % of VAT; lowers the total (integer 18). */
                    constructionCredit?: number | null;
                    /** @description SaldoAnterior: what was owed before; shown, and part of no sum (integer 18, of either sign). */
                    previousBalance?: number | null;
                    /** @description VlrPagar: what is to be paid; the period and the previous balance when only that is posted (integer 18, of either sign). */
                    amountToPay?: number | null;
                } | null;
                /** @description RUTMandante: on whose behalf the sale is made (RUT). */
                principalTaxNumber?: string | null;
                /** @description RUTSolicita: who asks for the invoice on the receiver's behalf (RUT). */
                requesterTaxNumber?: string | null;
                /** @description RUTProvSW: who provides the software (RUT). */
                softwareProviderTaxNumber?: string | null;
                /** @description OtraMoneda: the totals in another currency; in exports in pesos, and mandatory unless they are (extension) */
                otherCurrency?: {
                    /** @description TpoMoneda: the currency; PESO CL when left out in exports (currency). */
                    currency?: string | null;
                    /** @description TpoCambio: pesos for one of the foreign currency (Banco Central) (decimal 6.4). */
                    exchangeRate?: number | null;
                } | null;
            };
            /** @description Detalle: 1 to 60 lines; in boletas up to 1000. */
            details?: {
                /**
                 * @description NroLinDet: from 1 in sequence.
                 * @example 1
                 */
                lineNumber?: number | null;
                /** @description CdgItem. */
                itemCode?: {
                    /**
                     * @description TpoCodigo, up to 10 characters; INT1 when left out.
                     * @example INT1
                     * @example EAN13
                     */
                    codeType?: string | null;
                    /**
                     * @description VlrCodigo, up to 35 characters.
                     * @example SKU-001
                     */
                    codeValue?: string | null;
                } | null;
                /**
                 * @description NmbItem, up to 80 characters. Mandatory.
                 * @example Cañería de cobre 1/2"
                 */
                itemName?: string | null;
                /**
                 * @description DscItem, up to 1000 characters.
                 * @example Tira de 6 metros
                 */
                itemDescription?: string | null;
                /**
                 * @description QtyItem: more than 0, up to six decimals; 1 when a price comes without it. Mandatory in 52.
                 * @example 2
                 */
                quantity?: number | null;
                /**
                 * @description PrcItem: up to six decimals. With VAT in boletas.
                 * @example 5000
                 */
                unitPrice?: number | null;
                /**
                 * @description DescuentoPct: up to two decimals.
                 * @example 10
                 */
                discountPercentage?: number | null;
                /**
                 * @description MontoItem: round(quantity × unitPrice) less the discount; needed when there is no price.
                 * @example 9000
                 */
                lineTotal?: number | null;
                /**
                 * @description Checked against the taxes of the line, and not written.
                 * @example 1710
                 */
                totalTaxPrice?: number | null;
                /** @description CodImpAdic: up to two additional taxes. */
                taxes?: {
                    /**
                     * @description The SII's code of the additional tax (TipoImp, CodImpAdic), or "IVA" for VAT itself.
                     * @example 27
                     * @example IVA
                     */
                    taxCode: string;
                    /**
                     * @description TasaImp, in percent: must be the legal rate.
                     * @example 10
                     */
                    taxRate?: number | null;
                    /**
                     * @description MontoImp, in pesos.
                     * @example 1000
                     */
                    taxAmount?: number | null;
                }[] | null;
                /**
                 * @description IndExe (extension): 1 exempt, 2 not billable, 3 deposit on containers, 4 no sale and 5 to be taken from an earlier one (both in 52), 6 not billable and negative.
                 * @example 1
                 */
                exemptIndicator?: number | null;
                /**
                 * @description UnmdItem (extension), up to 4 characters.
                 * @example UN
                 */
                unitOfMeasure?: string | null;
                /**
                 * @description DescuentoMonto (extension): whole pesos.
                 * @example 1000
                 */
                discountAmount?: number | null;
                /**
                 * @description RecargoPct (extension): up to two decimals.
                 * @example 5
                 */
                surchargePercentage?: number | null;
                /**
                 * @description RecargoMonto (extension): whole pesos.
                 * @example 500
                 */
                surchargeAmount?: number | null;
                /** @description CdgItem: up to five codes, instead of itemCode (extension) */
                itemCodes?: {
                    /** @description TpoCodigo: INT1 when left out (text 10). */
                    codeType?: string | null;
                    /** @description VlrCodigo (text 35). */
                    codeValue?: string | null;
                }[] | null;
                /** @description TpoDocLiq: type of the documents that the line settles (text 3). */
                settledDocumentType?: string | null;
                /** @description ItemEspectaculo: 1 ticket, 2 service charge (1, 2). */
                showItem?: number | null;
                /** @description RUTMandante: on whose behalf the line is sold (RUT). */
                principalTaxNumber?: string | null;
                /** @description QtyRef (decimal 12.6). */
                referenceQuantity?: number | null;
                /** @description UnmdRef (text 4). */
                referenceUnit?: string | null;
                /** @description PrcRef (decimal 12.6). */
                referencePrice?: number | null;
                /** @description FchElabor (date). */
                madeOn?: string | null;
                /** @description FchVencim (date). */
                expiresOn?: string | null;
                /** @description Retenedor: the bases of taxes that are not on the line's amount (extension) */
                withholdingAgent?: {
                    /** @description IndAgente: the sender withholds or anticipates the tax; understood when a base is posted (R). */
                    isAgent?: boolean | null;
                    /** @description MntBaseFaena: base of tax 17 (integer 18). */
                    slaughterBase?: number | null;
                    /** @description MntMargComer: base of taxes 14 and 50 (integer 18). */
                    margin?: number | null;
                    /** @description PrcConsFinal: net price to the consumer (integer 18). */
                    consumerPrice?: number | null;
                } | null;
                /** @description InfoTicket: a show's ticket, in boletas (extension) */
                ticket?: {
                    /** @description FolioTicket (integer 6). */
                    number?: number | null;
                    /** @description FchGenera (date and time). */
                    issuedAt?: string | null;
                    /** @description NmbEvento (text 80). */
                    eventName?: string | null;
                    /** @description TpoTicket (text 10). */
                    ticketType?: string | null;
                    /** @description CdgEvento (text 5). */
                    eventCode?: string | null;
                    /** @description FchEvento (date and time). */
                    eventAt?: string | null;
                    /** @description LugarEvento (text 80). */
                    place?: string | null;
                    /** @description UbicEvento (text 20). */
                    section?: string | null;
                    /** @description FilaUbicEvento (text 3). */
                    row?: string | null;
                    /** @description AsntoUbicEvento (text 3). */
                    seat?: string | null;
                } | null;
                /** @description Subcantidad: how the quantity is made up, up to five rows (extension) */
                subQuantities?: {
                    /** @description SubQty (decimal 12.6). */
                    quantity?: number | null;
                    /** @description SubCod (text 35). */
                    code?: string | null;
                    /** @description TipCodSubQty (text 10). */
                    codeType?: string | null;
                }[] | null;
                /** @description OtrMnda: the line in another currency (extension) */
                otherCurrency?: {
                    /** @description PrcOtrMon (decimal 12.4). */
                    unitPrice?: number | null;
                    /** @description Moneda (text 3). */
                    currency?: string | null;
                    /** @description FctConv: factor into pesos (decimal 6.4). */
                    exchangeRate?: number | null;
                    /** @description DctoOtrMnda (decimal 14.4). */
                    discountAmount?: number | null;
                    /** @description RecargoOtrMnda (decimal 14.4). */
                    surchargeAmount?: number | null;
                    /** @description MontoItemOtrMnda: computed when left out (decimal 14.4). */
                    lineTotal?: number | null;
                } | null;
                /** @description SubDscto: what the discount is made of, up to five rows (extension) */
                subDiscounts?: {
                    /** @description TipoDscto (%, $). */
                    valueType?: string | null;
                    /** @description ValorDscto (decimal 16.2). */
                    value?: number | null;
                }[] | null;
                /** @description SubRecargo: what the surcharge is made of, up to five rows (extension) */
                subSurcharges?: {
                    /** @description TipoRecargo (%, $). */
                    valueType?: string | null;
                    /** @description ValorRecargo (decimal 16.2). */
                    value?: number | null;
                }[] | null;
            }[] | null;
            /** @description Referencia: up to 40. */
            references?: {
                /**
                 * @description NroLinRef: from 1 in sequence.
                 * @example 1
                 */
                lineNumber?: number | null;
                /**
                 * @description TpoDocRef; see Common/GetReferenceInvoiceTypes.
                 * @example 33
                 * @example 801
                 */
                documentType?: string | null;
                /**
                 * @description FolioRef, up to 18 characters; "0" stands for more than 20 documents of the type (IndGlobal).
                 * @example 1042
                 */
                folio?: string | null;
                /**
                 * @description FchRef. Mandatory but in boletas, which have no such element. A date (YYYY-MM-DD), or a date-time whose calendar date in America/Santiago counts.
                 * @example 2026-11-20
                 * @example 2026-11-20T15:30:00.000Z
                 */
                date?: string | null;
                /**
                 * @description CodRef: 1 annuls, 2 corrects texts, 3 corrects amounts; mandatory in 56 and 61. In boletas free text up to 18 characters.
                 * @example 1
                 */
                code?: string | null;
                /**
                 * @description RazonRef, up to 90 characters.
                 * @example Anula factura
                 */
                reason?: string | null;
                /**
                 * @description RUTOtr (extension): who issued the document, when it was not the sender.
                 * @example 77777777-7
                 */
                issuerTaxNumber?: string | null;
                /** @description IdAdicOtr (text 20). */
                issuerAdditionalId?: string | null;
                /** @description CodVndor (text 8). */
                salesPersonCode?: string | null;
                /** @description CodCaja (text 8). */
                cashRegisterCode?: string | null;
            }[] | null;
            /** @description DscRcgGlobal (extension): up to 20. */
            globalDiscounts?: {
                /**
                 * @description NroLinDR: from 1 in sequence.
                 * @example 1
                 */
                lineNumber?: number | null;
                /**
                 * @description TpoMov: D discount, R surcharge.
                 * @example D
                 * @enum {string}
                 */
                movement: "D" | "R";
                /**
                 * @description GlosaDR, up to 45 characters.
                 * @example Descuento por volumen
                 */
                description?: string | null;
                /**
                 * @description TpoValor.
                 * @example %
                 * @enum {string}
                 */
                valueType: "%" | "$";
                /**
                 * @description ValorDR: percent (up to two decimals) or whole pesos.
                 * @example 10
                 */
                value: number;
                /**
                 * @description IndExeDR: 1 on the exempt lines, 2 on those not billable; left out: on the lines subject to VAT.
                 * @example 1
                 */
                exemptIndicator?: number | null;
                /**
                 * @description ValorDROtrMnda (extension): the value in another currency.
                 * @example 12.5
                 */
                otherCurrencyValue?: number | null;
            }[] | null;
            /** @description SubTotInfo (extension): up to 20 subtotals, shown only. */
            subtotals?: {
                /** @description GlosaSTI (text 40). */
                description?: string | null;
                /** @description OrdenSTI (1 to 99). */
                order?: number | null;
                /** @description SubTotNetoSTI (decimal 16.2). */
                netAmount?: number | null;
                /** @description SubTotIVASTI (decimal 16.2). */
                taxAmount?: number | null;
                /** @description SubTotAdicSTI (decimal 16.2). */
                additionalTaxAmount?: number | null;
                /** @description SubTotExeSTI (decimal 16.2). */
                exemptAmount?: number | null;
                /** @description ValSubtotSTI (decimal 16.2). */
                totalAmount?: number | null;
                /**
                 * @description LineasDeta: numbers of the lines that it sums.
                 * @example [
                 *       1,
                 *       2
                 *     ]
                 */
                lines?: number[] | null;
            }[] | null;
            /** @description Comisiones (extension): up to 20, in 43, and in 46, 56 and 61; they lower the total. */
            commissions?: {
                /** @description TipoMovim: C commission, O another charge (C, O). */
                movement?: string | null;
                /** @description Glosa (text 60). */
                description?: string | null;
                /** @description TasaComision: shown, and not computed with (decimal 3.2). */
                rate?: number | null;
                /**
                 * @description ValComNeto: what is subject to VAT of it.
                 * @example 10000
                 */
                netAmount?: number | null;
                /**
                 * @description ValComExe: what is exempt of it.
                 * @example 0
                 */
                exemptAmount?: number | null;
                /**
                 * @description ValComIVA: 19 % of netAmount.
                 * @example 1900
                 */
                taxAmount?: number | null;
            }[] | null;
            /** @description GeoRefEmision: where the document is issued (extension) */
            issueLocation?: {
                /** @description LatitudEmision (text 30). */
                latitude?: string | null;
                /** @description LongitudEmision (text 30). */
                longitude?: string | null;
                /** @description SistemaReferencia (1 to 9). */
                referenceSystem?: number | null;
            } | null;
            /** @description ManejoMadera: wood on its way, in 52 (extension) */
            woodTransport?: {
                /** @description ComunaRolOrigen: of the land's cadastral number (integer 6). */
                originMunicipality?: number | null;
                /** @description MnzRolOrigen (integer 6). */
                originBlock?: number | null;
                /** @description PrdRolOrigen (integer 6). */
                originPlot?: number | null;
                /** @description ComunaRolDestino (integer 6). */
                destinationMunicipality?: number | null;
                /** @description MnzRolDestino (integer 6). */
                destinationBlock?: number | null;
                /** @description PrdRolDestino (integer 6). */
                destinationPlot?: number | null;
                /** @description CodPlanConaf: CONAF's code (text 40). */
                managementPlan?: string | null;
                /** @description AvisoEjecucionFaena (text 40). */
                worksNotice?: string | null;
                /** @description LatitudOrigenMadera (text 30). */
                originLatitude?: string | null;
                /** @description LongitudOrigenMadera (text 30). */
                originLongitude?: string | null;
                /** @description LatitudDestinoMadera (text 30). */
                destinationLatitude?: string | null;
                /** @description LongitudDestinoMadera (text 30). */
                destinationLongitude?: string | null;
                /** @description SistemareferenciaMadera (1 to 9). */
                referenceSystem?: number | null;
            } | null;
        };
        /**
         * @description An invoice document and the keys of the tenant that posts it.
         * @example {
         *       "tenantCode": "andes",
         *       "accessKey": "ak_test_Jx3vQ0c1dW8nT5yRk2LbHsZu",
         *       "secretKey": "sk_7Qv2mB9xK4tR1nW8cZ5jH0pLdF3sY6uEgA2iO9bXwTk4fGh",
         *       "payload": {
         *         "header": {
         *           "documentId": {
         *             "documentType": "33",
         *             "paymentMethod": 1,
         *             "paymentMedia": 2
         *           },
         *           "receiver": {
         *             "taxNumber": "88888888-8",
         *             "businessName": "Ferretería El Roble Ltda.",
         *             "businessActivity": "Ferretería",
         *             "address": "Los Aromos 120",
         *             "municipality": "Ñuñoa",
         *             "city": "Santiago"
         *           }
         *         },
         *         "details": [
         *           {
         *             "itemName": "Martillo carpintero 16 oz",
         *             "quantity": 2,
         *             "unitPrice": 7990
         *           },
         *           {
         *             "itemName": "Guantes de cuero",
         *             "quantity": 10,
         *             "unitPrice": 2940,
         *             "discountPercentage": 5
         *           }
         *         ]
         *       }
         *     }
         */
        InvoiceJsonSchema: {
            payload: components["schemas"]["InvoiceDocument"];
            /** @example andes */
            tenantCode: string;
            /** @example ak_test_3f9c2b7e5d1a4c8b9e0f */
            accessKey: string;
            /** @example sk_test_… */
            secretKey: string;
        };
        InvoiceNumberBlock: {
            /** Format: uuid */
            id: string;
            /** @example 33 */
            documentType: number;
            /** @example Factura Electrónica */
            typeName: string;
            /** @example certification */
            environment: string;
            /** @example 1 */
            rangeFrom: number;
            /** @example 1000 */
            rangeTo: number;
            /**
             * @description The folio that the next document takes; null when none is left.
             * @example 129
             */
            next: number | null;
            /** @example 872 */
            remaining: number;
            /** @example 2026-11-20 */
            authorisedOn: string;
            /**
             * @description Last day on which a document may be stamped; null where folios of the type do not expire.
             * @example 2027-05-20
             */
            expiresOn: string | null;
            state: components["schemas"]["EnumFolioBlockState"];
            /** @example Active */
            stateText: string;
            /**
             * @description Place in the queue of its type; null until activated.
             * @example 1
             */
            position: number | null;
            /**
             * @description Days until it is used up at the pace of the last week, or expires if that is sooner; null when neither is in sight.
             * @example 47
             */
            daysLeft: number | null;
            /**
             * Format: date-time
             * @example 2026-11-20T13:45:12.345Z
             */
            uploadedAt: string;
            activatedAt: string | null;
        };
        InvoiceNumberBlockListResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: components["schemas"]["InvoiceNumberBlock"][];
        };
        InvoiceTypeLookupListResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: {
                /**
                 * @description The text to post.
                 * @example 33
                 */
                id: string;
                /**
                 * @description The code of the SII.
                 * @example 33
                 */
                code: string;
                /**
                 * @description The name in Spanish.
                 * @example Factura electrónica
                 */
                name: string;
                /** @example Electronic invoice */
                nameEn: string;
            }[];
        };
        IpAddressWhiteList: {
            /**
             * Format: uuid
             * @example 0199f3a2-7c1e-7b60-9d52-4f1c2a9be003
             */
            id: string;
            /**
             * @description Canonical: IPv6 after RFC 5952, IPv4-mapped IPv6 as IPv4.
             * @example 198.51.100.0/24
             */
            ipAddress: string;
            /** @example Oficina Providencia */
            description: string;
            /**
             * Format: date-time
             * @example 2026-11-20T13:45:12.345Z
             */
            createdAt: string;
        };
        IpAddressWhiteListListResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: components["schemas"]["IpAddressWhiteList"][];
        };
        IpAddressWhiteListResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: components["schemas"]["IpAddressWhiteList"];
        };
        LoginResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: {
                /**
                 * @description Send it with later calls: `Authorization: Bearer <accessToken>`.
                 * @example eyJhbGciOiJIUzI1NiIsImtpZCI6ImsxIn0.eyJ1c2VySWQiOiIuLi4ifQ.c2lnbmF0dXJl
                 */
                accessToken: string;
                /**
                 * Format: date-time
                 * @example 2026-11-20T13:45:12.345Z
                 */
                expiration: string;
                user: components["schemas"]["UserSummary"];
            };
        };
        LookupListResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: {
                /**
                 * @description The number to post.
                 * @example 1
                 */
                id: number;
                /**
                 * @description The code of the SII.
                 * @example 1
                 */
                code: string;
                /**
                 * @description The name in Spanish.
                 * @example Contado
                 */
                name: string;
                /** @example Cash */
                nameEn: string;
            }[];
        };
        NotificationDelivery: {
            /**
             * Format: uuid
             * @description The webhook-id of the message, the same at each attempt.
             */
            id: string;
            /** @example document.accepted */
            type: string;
            /**
             * @description The document; null for a test.
             * @example 01a1f82f-8800-7387-bd78-77f011356dc4
             */
            correlationId: string | null;
            /**
             * Format: date-time
             * @description When what it tells happened.
             * @example 2026-11-20T13:45:12.345Z
             */
            at: string;
            state: components["schemas"]["EnumNotificationState"];
            /** @example Delivered */
            stateText: string;
            attempts: number;
            attemptedAt: string | null;
            /**
             * @description Null once it is settled.
             * @example null
             */
            nextAttemptAt: string | null;
            /**
             * @description Of the last answer; 2xx means delivered, and redirects are not followed.
             * @example 204
             */
            httpStatus: number | null;
            /**
             * @description The first characters of the last answer.
             * @example
             */
            excerpt: string | null;
            /**
             * @description Why there was no answer, or why it is not tried any more: ADDRESS_NOT_ALLOWED, NAME_NOT_FOUND, TIMEOUT, CERTIFICATE_REFUSED, CONNECTION_FAILED, TURNED_OFF, TOO_OLD.
             * @example null
             */
            problem: string | null;
        };
        NotificationDeliveryListPaginationResponseResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: {
                /** @example 1 */
                page: number;
                /** @example 20 */
                pageSize: number;
                /** @example 1 */
                totalPage: number;
                /** @example 1 */
                totalRecords: number;
                data: components["schemas"]["NotificationDelivery"][];
            };
        };
        NotificationDeliveryResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: components["schemas"]["NotificationDelivery"];
        };
        NotificationSecretResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: {
                /**
                 * @description Shown now and never again.
                 * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
                 */
                secret: string;
                /**
                 * Format: date-time
                 * @description Until then messages are signed with the older secret as well.
                 * @example 2026-11-20T13:45:12.345Z
                 */
                olderSecretEndsAt: string;
            };
        };
        NotificationSettings: {
            /** @description Null until it is set for the first time. */
            url: string | null;
            enabled: boolean;
            /**
             * @description What is told.
             * @example [
             *       "document.accepted",
             *       "document.rejected"
             *     ]
             */
            events: ("document.waiting" | "document.issued" | "document.sending" | "document.sent" | "document.accepted" | "document.accepted_with_objections" | "document.rejected" | "document.failed")[];
            /**
             * @description Until then the secret from before the last rotation signs as well.
             * @example null
             */
            olderSecretEndsAt: string | null;
            updatedAt: string | null;
        };
        NotificationSettingsResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: components["schemas"]["NotificationSettings"];
        };
        NotificationUpdateResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: {
                /** @description Null until it is set for the first time. */
                url: string | null;
                enabled: boolean;
                /**
                 * @description What is told.
                 * @example [
                 *       "document.accepted",
                 *       "document.rejected"
                 *     ]
                 */
                events: ("document.waiting" | "document.issued" | "document.sending" | "document.sent" | "document.accepted" | "document.accepted_with_objections" | "document.rejected" | "document.failed")[];
                /**
                 * @description Until then the secret from before the last rotation signs as well.
                 * @example null
                 */
                olderSecretEndsAt: string | null;
                updatedAt: string | null;
                /** @description Shown when the address is set for the first time and never again; null afterwards. */
                secret: string | null;
            };
        };
        OtherCurrencyTotals: {
            /** @example PESO CL */
            currency: string;
            /**
             * @description Pesos for one of the foreign currency.
             * @example 945.32
             */
            exchangeRate: number;
            /** @description MntNetoOtrMnda */
            netAmount?: number;
            /** @description MntExeOtrMnda */
            exemptAmount?: number;
            /** @description MntFaeCarneOtrMnda */
            slaughterBase?: number;
            /** @description MntMargComOtrMnda */
            margin?: number;
            /** @description IVAOtrMnda */
            taxAmount?: number;
            /** @description Additional taxes. */
            taxes: {
                taxCode: string;
                taxRate: number | null;
                taxAmount: number;
            }[];
            /** @description IVANoRetOtrMnda */
            unwithheldTaxAmount?: number;
            /**
             * @description MntTotOtrMnda
             * @example 9690000
             */
            totalAmount: number;
        };
        OverviewDataReport: {
            /** @example 2026-11-20 */
            startDate: string;
            /** @example 2026-11-20 */
            endDate: string;
            /** @description One entry for each currency, pesos first; empty where there is no document. */
            totals: components["schemas"]["DocumentSums"][];
            types: {
                /** @example 33 */
                documentType: number;
                /** @example Factura Electrónica */
                typeName: string;
                /**
                 * @description Of the amounts, by its name in the customs' table; whatever has several has an entry for each, pesos first.
                 * @example PESO CL
                 */
                currency: string;
                /** @example 128 */
                documents: number;
                /** @example 1990000 */
                netAmount: number;
                /** @example 0 */
                exemptAmount: number;
                /**
                 * @description VAT alone.
                 * @example 378100
                 */
                taxAmount: number;
                /**
                 * @description Sum of totalAmount; credit notes (61) count as they are printed, without a sign.
                 * @example 2368100
                 */
                totalAmount: number;
            }[];
            statuses: components["schemas"]["StatusSums"][];
            /** @description By date of issue; days without a document are left out. */
            days: {
                /** @example 2026-11-20 */
                date: string;
                /**
                 * @description Of the amounts, by its name in the customs' table; whatever has several has an entry for each, pesos first.
                 * @example PESO CL
                 */
                currency: string;
                /** @example 128 */
                documents: number;
                /** @example 1990000 */
                netAmount: number;
                /** @example 0 */
                exemptAmount: number;
                /**
                 * @description VAT alone.
                 * @example 378100
                 */
                taxAmount: number;
                /**
                 * @description Sum of totalAmount; credit notes (61) count as they are printed, without a sign.
                 * @example 2368100
                 */
                totalAmount: number;
            }[];
            acceptance: {
                /** @example 77 */
                accepted: number;
                /** @example 3 */
                acceptedWithObjections: number;
                /** @example 1 */
                rejected: number;
                /**
                 * @description Accepted, with objections or without, among those with a verdict: 0 to 1, four decimals; null when none has one.
                 * @example 0.9876
                 */
                rate: number | null;
            };
            /** @description The ten codes of objections, rejections and failures that most documents met. */
            siiCodes: {
                /** @example DTE-3-101 */
                code: string;
                /**
                 * @description Documents that met it.
                 * @example 1
                 */
                documents: number;
                /**
                 * @example {
                 *       "en": "The document was received before.",
                 *       "es": "El documento fue recibido antes."
                 *     }
                 */
                explanation: {
                    en: string;
                    es: string;
                } | null;
                /**
                 * @example {
                 *       "en": "Nothing: it is not sent again.",
                 *       "es": "Nada: no se envía de nuevo."
                 *     }
                 */
                remedy: {
                    en: string;
                    es: string;
                } | null;
            }[];
            timeToVerdict: {
                /**
                 * @description Documents of the range that have a verdict.
                 * @example 81
                 */
                documents: number;
                /**
                 * @description From the issue to the verdict, to the tenth of a second.
                 * @example 42.5
                 */
                medianSeconds: number | null;
                /**
                 * @description Nine in ten had their verdict within this time.
                 * @example 180.2
                 */
                p90Seconds: number | null;
            };
            /** @description As they are now, whatever the range. */
            folios: {
                /** @example 33 */
                documentType: number;
                /** @example Factura Electrónica */
                typeName: string;
                /**
                 * @description Folios left in active blocks.
                 * @example 872
                 */
                active: number;
                /**
                 * @description Folios in blocks that are not activated yet.
                 * @example 1000
                 */
                uploaded: number;
            }[];
        };
        OverviewDataReportResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: components["schemas"]["OverviewDataReport"];
        };
        PaymentMediaLookupListResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: {
                /**
                 * @description The number to post.
                 * @example 1
                 */
                id: number;
                /**
                 * @description The code of the SII.
                 * @example EF
                 */
                code: string;
                /**
                 * @description The name in Spanish.
                 * @example Efectivo
                 */
                name: string;
                /** @example Cash */
                nameEn: string;
                /**
                 * @description The code of the SII in boletas.
                 * @example 1
                 */
                boletaCode: number;
            }[];
        };
        PdfTemplate: {
            /** Format: uuid */
            id: string;
            /** @example Factura azul */
            name: string;
            /**
             * @description `settings`: the built-in look with your choices. `code`: Typst source of your own over the same blocks.
             * @example settings
             * @enum {string}
             */
            kind: "settings" | "code";
            /**
             * @description The types of document that it is for; null for all of them.
             * @example [
             *       33,
             *       34
             *     ]
             */
            documentTypes: number[] | null;
            /**
             * @description The paper it is for.
             * @example letter
             * @enum {string}
             */
            format: "letter" | "80mm";
            /** @description Documents of its types are drawn with it in its format. A default that names a type comes before one for all types. */
            isDefault: boolean;
            /**
             * Format: date-time
             * @example 2026-11-20T13:45:12.345Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-11-20T13:45:12.345Z
             */
            updatedAt: string;
            settings: components["schemas"]["PdfTemplateSettings"];
            /**
             * @description Typst source of a code template.
             * @example null
             */
            source: string | null;
        };
        /** @description Choices of the form. A code template reads them, too. */
        PdfTemplateChoices: {
            /**
             * @description Of headings, names and the total.
             * @example #0b6e4f
             */
            accentColor?: string;
            /**
             * @description Base64 of a PNG, JPEG or SVG of at most 256 KiB; null for none.
             * @example iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==
             */
            logo?: string | null;
            /**
             * @description A line or two at the foot of each page; null for none.
             * @example Cambios con boleta hasta 30 días después de la compra.
             */
            footer?: string | null;
            /** @description Columns of the details to print, where a line has something to say in them. */
            columns?: {
                itemCode?: boolean;
                unitOfMeasure?: boolean;
                discount?: boolean;
            };
            /** @description Print how and by which means is paid. */
            showPayment?: boolean;
        };
        PdfTemplateResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: components["schemas"]["PdfTemplate"];
        };
        PdfTemplateSettings: {
            /** @example #0b6e4f */
            accentColor: string;
            /**
             * @description Base64.
             * @example iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==
             */
            logo: string | null;
            /** @example Cambios con boleta hasta 30 días después de la compra. */
            footer: string | null;
            /** @description Columns of the details to print, where a line has something to say in them. */
            columns: {
                itemCode: boolean;
                unitOfMeasure: boolean;
                discount: boolean;
            };
            showPayment: boolean;
        };
        PdfTemplateSummary: {
            /** Format: uuid */
            id: string;
            /** @example Factura azul */
            name: string;
            /**
             * @description `settings`: the built-in look with your choices. `code`: Typst source of your own over the same blocks.
             * @example settings
             * @enum {string}
             */
            kind: "settings" | "code";
            /**
             * @description The types of document that it is for; null for all of them.
             * @example [
             *       33,
             *       34
             *     ]
             */
            documentTypes: number[] | null;
            /**
             * @description The paper it is for.
             * @example letter
             * @enum {string}
             */
            format: "letter" | "80mm";
            /** @description Documents of its types are drawn with it in its format. A default that names a type comes before one for all types. */
            isDefault: boolean;
            /**
             * Format: date-time
             * @example 2026-11-20T13:45:12.345Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-11-20T13:45:12.345Z
             */
            updatedAt: string;
        };
        PdfTemplateSummaryListResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: components["schemas"]["PdfTemplateSummary"][];
        };
        RegisterResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: {
                /** @example andes */
                tenantCode: string;
                /** @example ak_test_Jx3vQ0c1dW8nT5yRk2LbHsZu */
                accessKey: string;
                /**
                 * @description Shown this once; only its hash is kept.
                 * @example sk_7Qv2mB9xK4tR1nW8cZ5jH0pLdF3sY6uEgA2iO9bXwTk4fGh
                 */
                secretKey: string;
                user: components["schemas"]["UserSummary"];
            };
        };
        /** @description The SII's permission to issue electronically. */
        Resolution: {
            /**
             * @description NroResol; 0 in certification.
             * @example 0
             */
            number: number;
            /**
             * Format: date
             * @description FchResol.
             * @example 2026-09-01
             */
            date: string;
        };
        Role: {
            /**
             * Format: uuid
             * @example 0199f3a2-7c1e-7b60-9d52-4f1c2a9be001
             */
            id: string;
            /** @example Contabilidad */
            name: string;
            /**
             * @description Came with the tenant (Administrator, Operator, Viewer): it cannot be deleted, nor lose the claims that it came with.
             * @example false
             */
            system: boolean;
            claims: components["schemas"]["RoleClaim"][];
            /**
             * @description How many users have it.
             * @example 3
             */
            userCount: number;
            /**
             * Format: date-time
             * @example 2026-11-20T13:45:12.345Z
             */
            createdAt: string;
        };
        RoleClaim: {
            /** @example permission */
            type: string;
            /** @example Webhook.Read */
            value: string;
        };
        RoleClaimListResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: components["schemas"]["RoleClaim"][];
        };
        RoleListResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: components["schemas"]["Role"][];
        };
        RoleResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: components["schemas"]["Role"];
        };
        StatusSums: {
            /**
             * @description EnumOutboxStatus
             * @example 5
             */
            status: number;
            /** @example Accepted */
            statusText: string;
            /**
             * @description Of the amounts, by its name in the customs' table; whatever has several has an entry for each, pesos first.
             * @example PESO CL
             */
            currency: string;
            /** @example 128 */
            documents: number;
            /** @example 1990000 */
            netAmount: number;
            /** @example 0 */
            exemptAmount: number;
            /**
             * @description VAT alone.
             * @example 378100
             */
            taxAmount: number;
            /**
             * @description Sum of totalAmount; credit notes (61) count as they are printed, without a sign.
             * @example 2368100
             */
            totalAmount: number;
        };
        TenantDto: {
            /** Format: uuid */
            id: string;
            /** @example andes */
            tenantCode: string;
            /** @example 77777777-7 */
            taxNumber: string;
            /** @example Comercial Andes SpA */
            businessName: string;
            /** @example Venta de artículos de montaña */
            businessActivity: string;
            /**
             * @example [
             *       476301
             *     ]
             */
            activityCodes: number[];
            /** @example Avenida Providencia 1234 */
            address: string | null;
            /** @example Providencia */
            municipality: string | null;
            /** @example Santiago */
            city: string | null;
            /** @example Casa matriz */
            branchName: string | null;
            /** @example 81234567 */
            branchCode: string | null;
            /** @example +56 2 2345 6789 */
            phone: string | null;
            /** @example facturas@andes.example */
            email: string | null;
            /** @example SANTIAGO ORIENTE */
            siiOffice: string | null;
            /** @example certification */
            environment: string;
            taxAuthority: components["schemas"]["EnumTaxAuthority"];
            /** @example Simulator */
            taxAuthorityText: string;
            certificationResolution: components["schemas"]["Resolution"] | null;
            /** @example null */
            productionResolution: components["schemas"]["Resolution"] | null;
            /** @example false */
            refuseWhenNotReady: boolean;
            mailReceivers: boolean;
            certificateExpiresAt: string | null;
            readiness: {
                /**
                 * @description Documents can be issued and sent.
                 * @example false
                 */
                ready: boolean;
                /** @description What is left to do. */
                missing: {
                    /** @example CERTIFICATE_MISSING */
                    code: string;
                    /** @description False when each document can say it for itself. */
                    blocking: boolean;
                    /** @example There is no certificate. Upload one with Tenant/Certificate. */
                    message: string;
                }[];
            };
            /**
             * Format: date-time
             * @example 2026-11-20T13:45:12.345Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-11-20T13:45:12.345Z
             */
            updatedAt: string;
        };
        TenantDtoResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: components["schemas"]["TenantDto"];
        };
        TenantKeyListResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: {
                /** Format: uuid */
                id: string;
                /** @example ak_test_Jx3vQ0c1dW8nT5yRk2LbHsZu */
                accessKey: string;
                /**
                 * Format: date-time
                 * @example 2026-11-20T13:45:12.345Z
                 */
                createdAt: string;
                /** @description To the minute; null when it was never used. */
                lastUsedAt: string | null;
            }[];
        };
        UploadResultResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: {
                /** @example 1234567890 */
                trackId: string;
                /**
                 * @description Documents of the envelope that are in no other by now.
                 * @example 3
                 */
                documents: number;
                /**
                 * @description Those of which the result told something new.
                 * @example 2
                 */
                updated: number;
                /** @example 1 */
                unchanged: number;
                /**
                 * @description Those without a verdict yet: upload the file again once they have one.
                 * @example 0
                 */
                pending: number;
                /**
                 * @description Those of which the result says otherwise than the SII did when asked; they stay as they are.
                 * @example 0
                 */
                contradicted: number;
                /**
                 * @description Told of in the result, but not in the envelope.
                 * @example 0
                 */
                unknown: number;
            };
        };
        UserLenInfoDto: {
            /**
             * Format: uuid
             * @example 0199f3a2-7c1e-7b60-9d52-4f1c2a9be002
             */
            id: string;
            /** @example benito */
            userName: string;
            /** @example Benito Rojas */
            fullName: string;
            /** @example benito@andes.example */
            email: string;
            /** @example Comercial Andes SpA */
            companyTitle: string;
        };
        UserLenInfoDtoResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: components["schemas"]["UserLenInfoDto"];
        };
        UserSummary: {
            /** Format: uuid */
            id: string;
            /** @example ana@andes.example */
            userName: string;
            /** @example Ana Fuentes */
            fullName: string;
            /** @example ana@andes.example */
            email: string;
            /** @example Comercial Andes SpA */
            companyTitle: string;
        };
        WebhookDetailResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: {
                /** @example 01a1f82f-8800-7387-bd78-77f011356dc4 */
                correlationId: string;
                channelType: components["schemas"]["EnumChannelType"];
                /** @example 5 */
                status: components["schemas"]["EnumOutboxStatus"];
                /** @example Webhook */
                channelTypeText: string;
                /** @example Accepted */
                statusText: string;
                /** @example 33 */
                invoiceTypeCode: string;
                /** @example 88888888-8 */
                customerTaxNumber: string;
                /** @example Ferretería El Roble Ltda. */
                customerCompanyName: string;
                /** @example 1001 */
                invoiceNumber: string;
                /**
                 * @description Of the amounts, by its name in the customs' table; only exports have another than pesos.
                 * @example PESO CL
                 */
                currency: string;
                /** @example 52253 */
                totalAmount: number;
                /**
                 * @description The user, or the access key.
                 * @example ak_test_Jx3vQ0c1dW8nT5yRk2LbHsZu
                 */
                createdById: string | null;
                /**
                 * Format: date-time
                 * @example 2026-11-20T13:45:12.345Z
                 */
                createdAt: string;
                /** @example 2026-11-20 */
                issueDate: string;
                issuedAt: string | null;
                /** @example 1001 */
                folio: number | null;
                /**
                 * @description The SII's number of the upload.
                 * @example 5939675646
                 */
                trackId: string | null;
                /**
                 * @description The posted document, as it came.
                 * @example {
                 *       "header": {
                 *         "documentId": {
                 *           "documentType": "33",
                 *           "paymentMethod": 1,
                 *           "paymentMedia": 2
                 *         },
                 *         "receiver": {
                 *           "taxNumber": "88888888-8",
                 *           "businessName": "Ferretería El Roble Ltda.",
                 *           "businessActivity": "Ferretería",
                 *           "address": "Los Aromos 120",
                 *           "municipality": "Ñuñoa",
                 *           "city": "Santiago"
                 *         }
                 *       },
                 *       "details": [
                 *         {
                 *           "itemName": "Martillo carpintero 16 oz",
                 *           "quantity": 2,
                 *           "unitPrice": 7990
                 *         },
                 *         {
                 *           "itemName": "Guantes de cuero",
                 *           "quantity": 10,
                 *           "unitPrice": 2940,
                 *           "discountPercentage": 5
                 *         }
                 *       ]
                 *     }
                 */
                payload: unknown;
                totals: components["schemas"]["DocumentTotals"];
                /**
                 * @description Why it waits, gets no further, failed, was refused or objected to.
                 * @example null
                 */
                reason: {
                    code: string;
                    /** @description In the words of the SII; for REFERENCE_PENDING the correlationId of the document waited for. */
                    description: string;
                    explanation: {
                        en: string;
                        es: string;
                    } | null;
                    remedy: {
                        en: string;
                        es: string;
                    } | null;
                    /** @description The remedy for machines: what is to be done before Webhook/Retry, and what that does. */
                    remedyAction: ("none" | "wait" | "resend" | "waitForReference" | "mendTenant" | "mendDataReuseFolio" | "replaceCaf" | "newFolio" | "reconcile") | null;
                }[] | null;
                /**
                 * @example {
                 *       "state": "DOK",
                 *       "explanation": {
                 *         "en": "Accepted.",
                 *         "es": "Aceptado."
                 *       },
                 *       "reasons": []
                 *     }
                 */
                verdict: {
                    state: string;
                    explanation: {
                        en: string;
                        es: string;
                    } | null;
                    reasons: {
                        code: string;
                        /** @description In the words of the SII; for REFERENCE_PENDING the correlationId of the document waited for. */
                        description: string;
                        explanation: {
                            en: string;
                            es: string;
                        } | null;
                        remedy: {
                            en: string;
                            es: string;
                        } | null;
                        /** @description The remedy for machines: what is to be done before Webhook/Retry, and what that does. */
                        remedyAction: ("none" | "wait" | "resend" | "waitForReference" | "mendTenant" | "mendDataReuseFolio" | "replaceCaf" | "newFolio" | "reconcile") | null;
                    }[];
                } | null;
                /**
                 * @description What Webhook/Retry would do; null while the document has not stopped.
                 * @example null
                 */
                retry: {
                    /** @enum {string} */
                    way: "sendAgain" | "reissue" | "issueAnew" | "waitAnew" | "recognise";
                    explanation: {
                        en: string;
                        es: string;
                    };
                } | null;
                /**
                 * @example [
                 *       {
                 *         "status": 2,
                 *         "statusText": "Issued",
                 *         "at": "2026-11-20T13:45:12.345Z",
                 *         "detail": null
                 *       }
                 *     ]
                 */
                history: {
                    status: components["schemas"]["EnumOutboxStatus"];
                    statusText: string;
                    /**
                     * Format: date-time
                     * @example 2026-11-20T13:45:12.345Z
                     */
                    at: string;
                    detail: unknown;
                }[];
            };
        };
        WebhookListPaginationResponseResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: {
                /** @example 1 */
                page: number;
                /** @example 20 */
                pageSize: number;
                /** @example 1 */
                totalPage: number;
                /** @example 1 */
                totalRecords: number;
                data: {
                    /** @example 01a1f82f-8800-7387-bd78-77f011356dc4 */
                    correlationId: string;
                    channelType: components["schemas"]["EnumChannelType"];
                    /** @example 5 */
                    status: components["schemas"]["EnumOutboxStatus"];
                    /** @example Webhook */
                    channelTypeText: string;
                    /** @example Accepted */
                    statusText: string;
                    /** @example 33 */
                    invoiceTypeCode: string;
                    /** @example 88888888-8 */
                    customerTaxNumber: string;
                    /** @example Ferretería El Roble Ltda. */
                    customerCompanyName: string;
                    /** @example 1001 */
                    invoiceNumber: string;
                    /**
                     * @description Of the amounts, by its name in the customs' table; only exports have another than pesos.
                     * @example PESO CL
                     */
                    currency: string;
                    /** @example 52253 */
                    totalAmount: number;
                    /**
                     * @description The user, or the access key.
                     * @example ak_test_Jx3vQ0c1dW8nT5yRk2LbHsZu
                     */
                    createdById: string | null;
                    /**
                     * Format: date-time
                     * @example 2026-11-20T13:45:12.345Z
                     */
                    createdAt: string;
                }[];
            };
        };
        WebhookSaveResponseWrapper: {
            /** @example true */
            success: boolean;
            /** @example 200 */
            statusCode: number;
            /**
             * @description Empty on success.
             * @example
             */
            errorCode: string;
            /** @example [] */
            errors: string[];
            result: {
                /**
                 * @description UUID of the document; empty in a dry run.
                 * @example 01a1f82f-8800-7387-bd78-77f011356dc4
                 */
                correlationId: string;
                status: components["schemas"]["EnumOutboxStatus"] | null;
                /** @example Issued */
                statusText: string;
                /** @example 33 */
                documentType: string;
                /** @example 33 */
                invoiceTypeCode: string;
                /**
                 * @description The folio; empty while the document waits for one.
                 * @example 1001
                 */
                invoiceNumber: string;
                /**
                 * @description Of the amounts, by its name in the customs' table; only exports have another than pesos.
                 * @example PESO CL
                 */
                currency: string;
                /** @example 52253 */
                totalAmount: number;
                /** @example 2026-11-20T13:45:12.345Z */
                issuedAt: string | null;
                /** @description Why the document waits: an error code such as FOLIOS_MISSING. */
                waitingFor?: string;
                /** @description What a dry run found; only there with X-Dry-Run. */
                dryRun?: {
                    valid: boolean;
                    totals: components["schemas"]["DocumentTotals"] | null;
                    problems: {
                        code: string;
                        path: string;
                        message: string;
                        /** @description The code with which the SII would have answered. */
                        siiCode: string | null;
                        posted: string | null;
                        computed: string | null;
                    }[];
                };
            };
        };
    };
    responses: {
        /** @description The state does not allow it, or the Idempotency-Key was used for something else. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResponse"];
            };
        };
        /** @description A claim is missing, or the address is not allowed. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResponse"];
            };
        };
        /** @description Our fault; quote the request id. */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResponse"];
            };
        };
        /** @description The request is malformed or does not fit its schema. */
        Malformed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResponse"];
            };
        };
        /** @description There is no such thing, or it is another tenant's. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResponse"];
            };
        };
        /** @description A rule of business or of tax law is broken. */
        RuleBroken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResponse"];
            };
        };
        /** @description The body is too large. */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResponse"];
            };
        };
        /** @description Too many requests; see Retry-After. */
        TooManyRequests: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResponse"];
            };
        };
        /** @description The credentials are missing or wrong. */
        Unauthenticated: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResponse"];
            };
        };
        /** @description The database is away, or the server is too busy; see Retry-After. */
        Unavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResponse"];
            };
        };
        /** @description The media type, charset or encoding of the body is not taken. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FailureResponse"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getAuditLogsList: {
        parameters: {
            query?: {
                /** @description The page wanted, from 1. */
                page?: number;
                /** @description Records on a page, at most 100. */
                pageSize?: number;
                /** @description The id of a user or of a key, or part of a name. */
                user?: string;
                /** @description `folio.activate`, or `folio` for everything done to folios. */
                action?: string;
                /** @description Kind of the thing that was changed: `folioBlock`, `invoice` … */
                entity?: string;
                entityId?: string;
                /** @description First day in Chile, YYYY-MM-DD. */
                startDate?: string;
                /** @description Last day in Chile, YYYY-MM-DD. */
                endDate?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLogListPaginationResponseResponseWrapper"];
                    "text/plain": components["schemas"]["AuditLogListPaginationResponseResponseWrapper"];
                    "text/json": components["schemas"]["AuditLogListPaginationResponseResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putAuthChangePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example correo-tinta-lluvia */
                    currentPassword: string;
                    /**
                     * @description From 12 to 128 characters, and none that is widely known.
                     * @example faro-nieve-cobre-87
                     */
                    newPassword: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BooleanResponseWrapper"];
                    "text/plain": components["schemas"]["BooleanResponseWrapper"];
                    "text/json": components["schemas"]["BooleanResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putAuthChangePasswordForUsingToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @example ana@andes.example
                     */
                    email: string;
                    /**
                     * @description From the mail; good for 30 minutes and for one use.
                     * @example Jx3vQ0c1dW8nT5yRk2LbHsZuPq7aXe4mGf6tVi9oKwA
                     */
                    token: string;
                    /**
                     * @description The new one: from 12 to 128 characters, and none that is widely known.
                     * @example faro-nieve-cobre-87
                     */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BooleanResponseWrapper"];
                    "text/plain": components["schemas"]["BooleanResponseWrapper"];
                    "text/json": components["schemas"]["BooleanResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postAuthForgotPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @example ana@andes.example
                     */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BooleanResponseWrapper"];
                    "text/plain": components["schemas"]["BooleanResponseWrapper"];
                    "text/json": components["schemas"]["BooleanResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postAuthLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example ana@andes.example */
                    email: string;
                    /** @example correo-tinta-lluvia */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginResponseWrapper"];
                    "text/plain": components["schemas"]["LoginResponseWrapper"];
                    "text/json": components["schemas"]["LoginResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postAuthRegister: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @example ana@andes.example
                     */
                    email: string;
                    /**
                     * @description From 12 to 128 characters, and none that is widely known.
                     * @example correo-tinta-lluvia
                     */
                    password: string;
                    /** @example Ana Fuentes */
                    fullName: string;
                    /**
                     * @description RznSoc of the documents.
                     * @example Comercial Andes SpA
                     */
                    companyTitle: string;
                    /**
                     * @description RUT with its check digit; RUTEmisor of the documents.
                     * @example 77777777-7
                     */
                    taxNumber: string;
                    /**
                     * @description Made from the company's name when left out.
                     * @example andes
                     */
                    tenantCode?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisterResponseWrapper"];
                    "text/plain": components["schemas"]["RegisterResponseWrapper"];
                    "text/json": components["schemas"]["RegisterResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putBulkInvoiceCancel: {
        parameters: {
            query?: {
                id?: string;
            };
            header?: {
                /** @description Makes repeating safe: the same key with the same content gets the first answer again. 1 to 255 printable ASCII characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkInvoiceResponseWrapper"];
                    "text/plain": components["schemas"]["BulkInvoiceResponseWrapper"];
                    "text/json": components["schemas"]["BulkInvoiceResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postBulkInvoiceCreate: {
        parameters: {
            query?: {
                /** @description The earlier submission that this file mends: only documents that came to nothing there, and new ones, are taken. */
                replacesId?: string;
            };
            header?: {
                /** @description Makes repeating safe: the same key with the same content gets the first answer again. 1 to 255 printable ASCII characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description To find the submission again; the time of its arrival when left out.
                     * @example Facturas de noviembre
                     */
                    name?: string | null;
                    invoices: components["schemas"]["BulkInvoiceDocument"][];
                };
                "multipart/form-data": {
                    /** Format: binary */
                    File: Blob;
                    Name?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkInvoiceResponseWrapper"];
                    "text/plain": components["schemas"]["BulkInvoiceResponseWrapper"];
                    "text/json": components["schemas"]["BulkInvoiceResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteBulkInvoiceDelete: {
        parameters: {
            query?: {
                id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BooleanResponseWrapper"];
                    "text/plain": components["schemas"]["BooleanResponseWrapper"];
                    "text/json": components["schemas"]["BooleanResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBulkInvoiceGet: {
        parameters: {
            query: {
                id: string;
                /** @description The page wanted, from 1. */
                page?: number;
                /** @description Records on a page, at most 100. */
                pageSize?: number;
                /** @description EnumBulkRowStatus of the rows wanted. */
                status?: number;
                /** @description EnumOutboxStatus of the documents wanted. */
                documentStatus?: number;
                onlyWithProblems?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkInvoiceDetailResponseWrapper"];
                    "text/plain": components["schemas"]["BulkInvoiceDetailResponseWrapper"];
                    "text/json": components["schemas"]["BulkInvoiceDetailResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBulkInvoiceGetResult: {
        parameters: {
            query: {
                id: string;
                format?: "xlsx" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": Blob;
                    "text/csv; charset=utf-8": Blob;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBulkInvoiceGetTemplate: {
        parameters: {
            query?: {
                documentType?: "33" | "34" | "39" | "41" | "43" | "46" | "52" | "56" | "61" | "110" | "111" | "112";
                format?: "xlsx" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": Blob;
                    "text/csv; charset=utf-8": Blob;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBulkInvoiceList: {
        parameters: {
            query?: {
                /** @description The page wanted, from 1. */
                page?: number;
                /** @description Records on a page, at most 100. */
                pageSize?: number;
                status?: number;
                /** @description Part of the name. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkInvoiceListPaginationResponseResponseWrapper"];
                    "text/plain": components["schemas"]["BulkInvoiceListPaginationResponseResponseWrapper"];
                    "text/json": components["schemas"]["BulkInvoiceListPaginationResponseResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putBulkInvoiceProcess: {
        parameters: {
            query?: {
                id?: string;
            };
            header?: {
                /** @description Makes repeating safe: the same key with the same content gets the first answer again. 1 to 255 printable ASCII characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkInvoiceResponseWrapper"];
                    "text/plain": components["schemas"]["BulkInvoiceResponseWrapper"];
                    "text/json": components["schemas"]["BulkInvoiceResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCommonGetInvoiceTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceTypeLookupListResponseWrapper"];
                    "text/plain": components["schemas"]["InvoiceTypeLookupListResponseWrapper"];
                    "text/json": components["schemas"]["InvoiceTypeLookupListResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCommonGetMedioPagos: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentMediaLookupListResponseWrapper"];
                    "text/plain": components["schemas"]["PaymentMediaLookupListResponseWrapper"];
                    "text/json": components["schemas"]["PaymentMediaLookupListResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCommonGetReferenceInvoiceTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceTypeLookupListResponseWrapper"];
                    "text/plain": components["schemas"]["InvoiceTypeLookupListResponseWrapper"];
                    "text/json": components["schemas"]["InvoiceTypeLookupListResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCommonGetSaleTransactionVentoTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupListResponseWrapper"];
                    "text/plain": components["schemas"]["LookupListResponseWrapper"];
                    "text/json": components["schemas"]["LookupListResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCommonGetSpecialInfoPaymentMethods: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupListResponseWrapper"];
                    "text/plain": components["schemas"]["LookupListResponseWrapper"];
                    "text/json": components["schemas"]["LookupListResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCommonGetTransactionCompraTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupListResponseWrapper"];
                    "text/plain": components["schemas"]["LookupListResponseWrapper"];
                    "text/json": components["schemas"]["LookupListResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCommonInvoiceTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceTypeLookupListResponseWrapper"];
                    "text/plain": components["schemas"]["InvoiceTypeLookupListResponseWrapper"];
                    "text/json": components["schemas"]["InvoiceTypeLookupListResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCommonPaymentMedias: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentMediaLookupListResponseWrapper"];
                    "text/plain": components["schemas"]["PaymentMediaLookupListResponseWrapper"];
                    "text/json": components["schemas"]["PaymentMediaLookupListResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCommonPaymentMethods: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupListResponseWrapper"];
                    "text/plain": components["schemas"]["LookupListResponseWrapper"];
                    "text/json": components["schemas"]["LookupListResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCommonPurchaseTransactionTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupListResponseWrapper"];
                    "text/plain": components["schemas"]["LookupListResponseWrapper"];
                    "text/json": components["schemas"]["LookupListResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCommonSaleTransactionTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupListResponseWrapper"];
                    "text/plain": components["schemas"]["LookupListResponseWrapper"];
                    "text/json": components["schemas"]["LookupListResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putFolioActivate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe: the same key with the same content gets the first answer again. 1 to 255 printable ASCII characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BooleanResponseWrapper"];
                    "text/plain": components["schemas"]["BooleanResponseWrapper"];
                    "text/json": components["schemas"]["BooleanResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteFolioDelete: {
        parameters: {
            query?: {
                id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BooleanResponseWrapper"];
                    "text/plain": components["schemas"]["BooleanResponseWrapper"];
                    "text/json": components["schemas"]["BooleanResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFolioGetFolioBlocks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceNumberBlockListResponseWrapper"];
                    "text/plain": components["schemas"]["InvoiceNumberBlockListResponseWrapper"];
                    "text/json": components["schemas"]["InvoiceNumberBlockListResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFolioList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceNumberBlockListResponseWrapper"];
                    "text/plain": components["schemas"]["InvoiceNumberBlockListResponseWrapper"];
                    "text/json": components["schemas"]["InvoiceNumberBlockListResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postFolioUpload: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe: the same key with the same content gets the first answer again. 1 to 255 printable ASCII characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    File: Blob;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FolioUploadResponseWrapper"];
                    "text/plain": components["schemas"]["FolioUploadResponseWrapper"];
                    "text/json": components["schemas"]["FolioUploadResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postIpAddressWhiteListCreate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe: the same key with the same content gets the first answer again. 1 to 255 printable ASCII characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description An address, or a range as CIDR without bits beyond its prefix; IPv4 or IPv6, without a zone.
                     * @example 198.51.100.0/24
                     * @example 2001:db8:40::/48
                     * @example 203.0.113.9
                     */
                    ipAddress: string;
                    /** @example Oficina Providencia */
                    description?: string;
                    /** @description Needed for a range of every address, 0.0.0.0/0 or ::/0. */
                    confirmEveryone?: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IpAddressWhiteListResponseWrapper"];
                    "text/plain": components["schemas"]["IpAddressWhiteListResponseWrapper"];
                    "text/json": components["schemas"]["IpAddressWhiteListResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteIpAddressWhiteListDelete: {
        parameters: {
            query?: {
                id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BooleanResponseWrapper"];
                    "text/plain": components["schemas"]["BooleanResponseWrapper"];
                    "text/json": components["schemas"]["BooleanResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIpAddressWhiteListGetWhiteList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IpAddressWhiteListListResponseWrapper"];
                    "text/plain": components["schemas"]["IpAddressWhiteListListResponseWrapper"];
                    "text/json": components["schemas"]["IpAddressWhiteListListResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIpAddressWhiteListList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IpAddressWhiteListListResponseWrapper"];
                    "text/plain": components["schemas"]["IpAddressWhiteListListResponseWrapper"];
                    "text/json": components["schemas"]["IpAddressWhiteListListResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putIpAddressWhiteListUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe: the same key with the same content gets the first answer again. 1 to 255 printable ASCII characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @example 0199f3a2-7c1e-7b60-9d52-4f1c2a9be003
                     */
                    id: string;
                    /**
                     * @description An address, or a range as CIDR without bits beyond its prefix; IPv4 or IPv6, without a zone.
                     * @example 198.51.100.0/24
                     * @example 2001:db8:40::/48
                     * @example 203.0.113.9
                     */
                    ipAddress?: string;
                    /** @example Oficina Providencia */
                    description?: string;
                    /** @description Needed for a range of every address, 0.0.0.0/0 or ::/0. */
                    confirmEveryone?: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BooleanResponseWrapper"];
                    "text/plain": components["schemas"]["BooleanResponseWrapper"];
                    "text/json": components["schemas"]["BooleanResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getNotificationDeliveries: {
        parameters: {
            query?: {
                /** @description The page wanted, from 1. */
                page?: number;
                /** @description Records on a page, at most 100. */
                pageSize?: number;
                /** @description 1 Pending, 2 Delivered, 3 Failed. */
                state?: number;
                /** @description The messages about one document. */
                correlationId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationDeliveryListPaginationResponseResponseWrapper"];
                    "text/plain": components["schemas"]["NotificationDeliveryListPaginationResponseResponseWrapper"];
                    "text/json": components["schemas"]["NotificationDeliveryListPaginationResponseResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getNotificationGetSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationSettingsResponseWrapper"];
                    "text/plain": components["schemas"]["NotificationSettingsResponseWrapper"];
                    "text/json": components["schemas"]["NotificationSettingsResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postNotificationRotateSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationSecretResponseWrapper"];
                    "text/plain": components["schemas"]["NotificationSecretResponseWrapper"];
                    "text/json": components["schemas"]["NotificationSecretResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["RuleBroken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postNotificationTest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe: the same key with the same content gets the first answer again. 1 to 255 printable ASCII characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationDeliveryResponseWrapper"];
                    "text/plain": components["schemas"]["NotificationDeliveryResponseWrapper"];
                    "text/json": components["schemas"]["NotificationDeliveryResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["RuleBroken"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putNotificationUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description https, on port 443 or 8443 of a public address, without user and password.
                     * @example https://erp.andes.example/timbre
                     */
                    url: string;
                    enabled: boolean;
                    /**
                     * @description What is told; all of them when left out.
                     * @example [
                     *       "document.accepted",
                     *       "document.rejected"
                     *     ]
                     */
                    events?: ("document.waiting" | "document.issued" | "document.sending" | "document.sent" | "document.accepted" | "document.accepted_with_objections" | "document.rejected" | "document.failed")[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationUpdateResponseWrapper"];
                    "text/plain": components["schemas"]["NotificationUpdateResponseWrapper"];
                    "text/json": components["schemas"]["NotificationUpdateResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postPdfTemplateCreate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe: the same key with the same content gets the first answer again. 1 to 255 printable ASCII characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Factura azul */
                    name: string;
                    /**
                     * @description `settings`: the built-in look with your choices. `code`: Typst source of your own over the same blocks.
                     * @example settings
                     * @enum {string}
                     */
                    kind: "settings" | "code";
                    /**
                     * @description The types of document that it is for; null for all of them.
                     * @default null
                     * @example [
                     *       33,
                     *       34
                     *     ]
                     */
                    documentTypes?: (33 | 34 | 39 | 41 | 43 | 46 | 52 | 56 | 61 | 110 | 111 | 112)[] | null;
                    /**
                     * @description The paper it is for.
                     * @default letter
                     * @example letter
                     * @enum {string}
                     */
                    format?: "letter" | "80mm";
                    /**
                     * @description Documents of its types are drawn with it in its format. A default that names a type comes before one for all types.
                     * @default false
                     */
                    isDefault?: boolean;
                    settings?: components["schemas"]["PdfTemplateChoices"];
                    /**
                     * @description Typst source, of a code template only; see docs/pdf-templates.md.
                     * @example #import "/dte.typ": *
                     *     #import "/factura.typ": details-table, totals
                     *     #set text(font: "Inter", size: 9pt, fill: ink)
                     *     #set page(paper: "us-letter", margin: 20mm, background: watermark())
                     *     #grid(columns: (1fr, auto), text(14pt, fill: accent, doc.sender.businessName), sii-box())
                     *     #details-table()
                     *     #align(right, totals())
                     *     #stamp()
                     *     #if job.cedible { pagebreak(); sii-box(); details-table(); totals(); stamp(); receipt(); doc.cedibleLegend }
                     */
                    source?: string | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PdfTemplateResponseWrapper"];
                    "text/plain": components["schemas"]["PdfTemplateResponseWrapper"];
                    "text/json": components["schemas"]["PdfTemplateResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePdfTemplateDelete: {
        parameters: {
            query?: {
                id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BooleanResponseWrapper"];
                    "text/plain": components["schemas"]["BooleanResponseWrapper"];
                    "text/json": components["schemas"]["BooleanResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPdfTemplateGet: {
        parameters: {
            query: {
                id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PdfTemplateResponseWrapper"];
                    "text/plain": components["schemas"]["PdfTemplateResponseWrapper"];
                    "text/json": components["schemas"]["PdfTemplateResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPdfTemplateList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PdfTemplateSummaryListResponseWrapper"];
                    "text/plain": components["schemas"]["PdfTemplateSummaryListResponseWrapper"];
                    "text/json": components["schemas"]["PdfTemplateSummaryListResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postPdfTemplatePreview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description `settings`: the built-in look with your choices. `code`: Typst source of your own over the same blocks.
                     * @example settings
                     * @enum {string}
                     */
                    kind: "settings" | "code";
                    /**
                     * @description The paper it is for.
                     * @default letter
                     * @example letter
                     * @enum {string}
                     */
                    format?: "letter" | "80mm";
                    settings?: components["schemas"]["PdfTemplateChoices"];
                    /**
                     * @description Typst source, of a code template only; see docs/pdf-templates.md.
                     * @example #import "/dte.typ": *
                     *     #import "/factura.typ": details-table, totals
                     *     #set text(font: "Inter", size: 9pt, fill: ink)
                     *     #set page(paper: "us-letter", margin: 20mm, background: watermark())
                     *     #grid(columns: (1fr, auto), text(14pt, fill: accent, doc.sender.businessName), sii-box())
                     *     #details-table()
                     *     #align(right, totals())
                     *     #stamp()
                     *     #if job.cedible { pagebreak(); sii-box(); details-table(); totals(); stamp(); receipt(); doc.cedibleLegend }
                     */
                    source?: string | null;
                    /**
                     * @description Adds the CEDIBLE copy, where the type has one.
                     * @default false
                     */
                    cedible?: boolean;
                    /**
                     * Format: uuid
                     * @description One of your documents, to be drawn instead of a sample.
                     */
                    correlationId?: string;
                    /**
                     * @description The type of the sample; 33, or 39 on 80 mm paper, when left out.
                     * @example 33
                     */
                    documentType?: 33 | 34 | 39 | 41 | 43 | 46 | 52 | 56 | 61 | 110 | 111 | 112;
                    /**
                     * @description `bare` has nothing that may be missing, `full` every text at its longest, `long` sixty lines.
                     * @default ordinary
                     * @example ordinary
                     * @enum {string}
                     */
                    sample?: "ordinary" | "bare" | "full" | "long";
                };
            };
        };
        responses: {
            /** @description The drawing */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putPdfTemplateUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe: the same key with the same content gets the first answer again. 1 to 255 printable ASCII characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                    /** @example Factura azul */
                    name?: string;
                    /**
                     * @description The types of document that it is for; null for all of them.
                     * @example [
                     *       33,
                     *       34
                     *     ]
                     */
                    documentTypes?: (33 | 34 | 39 | 41 | 43 | 46 | 52 | 56 | 61 | 110 | 111 | 112)[] | null;
                    /**
                     * @description The paper it is for.
                     * @example letter
                     * @enum {string}
                     */
                    format?: "letter" | "80mm";
                    /** @description Documents of its types are drawn with it in its format. A default that names a type comes before one for all types. */
                    isDefault?: boolean;
                    settings?: components["schemas"]["PdfTemplateChoices"];
                    /**
                     * @description Typst source, of a code template only; see docs/pdf-templates.md.
                     * @example #import "/dte.typ": *
                     *     #import "/factura.typ": details-table, totals
                     *     #set text(font: "Inter", size: 9pt, fill: ink)
                     *     #set page(paper: "us-letter", margin: 20mm, background: watermark())
                     *     #grid(columns: (1fr, auto), text(14pt, fill: accent, doc.sender.businessName), sii-box())
                     *     #details-table()
                     *     #align(right, totals())
                     *     #stamp()
                     *     #if job.cedible { pagebreak(); sii-box(); details-table(); totals(); stamp(); receipt(); doc.cedibleLegend }
                     */
                    source?: string | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PdfTemplateResponseWrapper"];
                    "text/plain": components["schemas"]["PdfTemplateResponseWrapper"];
                    "text/json": components["schemas"]["PdfTemplateResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReportsGetChannelDataReport: {
        parameters: {
            query?: {
                /** @description First date of issue, YYYY-MM-DD; 29 days before the last one when left out. */
                startDate?: string;
                /** @description Last date of issue, YYYY-MM-DD; today in Chile when left out. At most 366 days in all. */
                endDate?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelDataReportResponseWrapper"];
                    "text/plain": components["schemas"]["ChannelDataReportResponseWrapper"];
                    "text/json": components["schemas"]["ChannelDataReportResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReportsOverviewDataReport: {
        parameters: {
            query?: {
                /** @description First date of issue, YYYY-MM-DD; 29 days before the last one when left out. */
                startDate?: string;
                /** @description Last date of issue, YYYY-MM-DD; today in Chile when left out. At most 366 days in all. */
                endDate?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OverviewDataReportResponseWrapper"];
                    "text/plain": components["schemas"]["OverviewDataReportResponseWrapper"];
                    "text/json": components["schemas"]["OverviewDataReportResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postRoleCreate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe: the same key with the same content gets the first answer again. 1 to 255 printable ASCII characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description One role bears a name, however its letters are cased.
                     * @example Contabilidad
                     */
                    name: string;
                    /**
                     * @description You can only give what you hold yourself.
                     * @example [
                     *       {
                     *         "type": "permission",
                     *         "value": "Webhook.Read"
                     *       },
                     *       {
                     *         "type": "permission",
                     *         "value": "Reports.Read"
                     *       }
                     *     ]
                     */
                    claims?: {
                        /**
                         * @description The one type of claim there is.
                         * @enum {string}
                         */
                        type?: "permission";
                        /**
                         * @description What it allows; Role/GetClaims lists them all.
                         * @example Webhook.Read
                         * @enum {string}
                         */
                        value: "Webhook.Read" | "Webhook.Manage" | "BulkInvoice.Read" | "BulkInvoice.Manage" | "Folio.Read" | "Folio.Manage" | "PdfTemplate.Read" | "PdfTemplate.Manage" | "Reports.Read" | "Tenant.Read" | "Tenant.Manage" | "User.Read" | "User.Manage" | "Role.Read" | "Role.Manage" | "IpAddressWhiteList.Read" | "IpAddressWhiteList.Manage" | "AuditLogs.Read" | "Notification.Read" | "Notification.Manage";
                    }[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleResponseWrapper"];
                    "text/plain": components["schemas"]["RoleResponseWrapper"];
                    "text/json": components["schemas"]["RoleResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postRoleCreateRoleClaim: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe: the same key with the same content gets the first answer again. 1 to 255 printable ASCII characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @example 0199f3a2-7c1e-7b60-9d52-4f1c2a9be001
                     */
                    roleId: string;
                    /**
                     * @description The one type of claim there is.
                     * @enum {string}
                     */
                    type?: "permission";
                    /**
                     * @description What it allows; Role/GetClaims lists them all.
                     * @example Webhook.Read
                     * @enum {string}
                     */
                    value: "Webhook.Read" | "Webhook.Manage" | "BulkInvoice.Read" | "BulkInvoice.Manage" | "Folio.Read" | "Folio.Manage" | "PdfTemplate.Read" | "PdfTemplate.Manage" | "Reports.Read" | "Tenant.Read" | "Tenant.Manage" | "User.Read" | "User.Manage" | "Role.Read" | "Role.Manage" | "IpAddressWhiteList.Read" | "IpAddressWhiteList.Manage" | "AuditLogs.Read" | "Notification.Read" | "Notification.Manage";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BooleanResponseWrapper"];
                    "text/plain": components["schemas"]["BooleanResponseWrapper"];
                    "text/json": components["schemas"]["BooleanResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteRoleDelete: {
        parameters: {
            query?: {
                id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BooleanResponseWrapper"];
                    "text/plain": components["schemas"]["BooleanResponseWrapper"];
                    "text/json": components["schemas"]["BooleanResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteRoleDeleteRoleClaim: {
        parameters: {
            query?: {
                /** @description The role. */
                roleId?: string;
                /** @description Another name of `roleId`. */
                id?: string;
                /** @description The one type of claim there is. */
                type?: "permission";
                /** @description What it allows; Role/GetClaims lists them all. */
                value?: "Webhook.Read" | "Webhook.Manage" | "BulkInvoice.Read" | "BulkInvoice.Manage" | "Folio.Read" | "Folio.Manage" | "PdfTemplate.Read" | "PdfTemplate.Manage" | "Reports.Read" | "Tenant.Read" | "Tenant.Manage" | "User.Read" | "User.Manage" | "Role.Read" | "Role.Manage" | "IpAddressWhiteList.Read" | "IpAddressWhiteList.Manage" | "AuditLogs.Read" | "Notification.Read" | "Notification.Manage";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @example 0199f3a2-7c1e-7b60-9d52-4f1c2a9be001
                     */
                    roleId?: string;
                    /**
                     * @description The one type of claim there is.
                     * @enum {string}
                     */
                    type?: "permission";
                    /**
                     * @description What it allows; Role/GetClaims lists them all.
                     * @example Webhook.Read
                     * @enum {string}
                     */
                    value?: "Webhook.Read" | "Webhook.Manage" | "BulkInvoice.Read" | "BulkInvoice.Manage" | "Folio.Read" | "Folio.Manage" | "PdfTemplate.Read" | "PdfTemplate.Manage" | "Reports.Read" | "Tenant.Read" | "Tenant.Manage" | "User.Read" | "User.Manage" | "Role.Read" | "Role.Manage" | "IpAddressWhiteList.Read" | "IpAddressWhiteList.Manage" | "AuditLogs.Read" | "Notification.Read" | "Notification.Manage";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BooleanResponseWrapper"];
                    "text/plain": components["schemas"]["BooleanResponseWrapper"];
                    "text/json": components["schemas"]["BooleanResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRoleGetClaims: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimListResponseWrapper"];
                    "text/plain": components["schemas"]["ClaimListResponseWrapper"];
                    "text/json": components["schemas"]["ClaimListResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRoleGetRoleClaims: {
        parameters: {
            query?: {
                /** @description The role. */
                roleId?: string;
                /** @description Another name of `roleId`. */
                id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleClaimListResponseWrapper"];
                    "text/plain": components["schemas"]["RoleClaimListResponseWrapper"];
                    "text/json": components["schemas"]["RoleClaimListResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRoleGetRoles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleListResponseWrapper"];
                    "text/plain": components["schemas"]["RoleListResponseWrapper"];
                    "text/json": components["schemas"]["RoleListResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRoleList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleListResponseWrapper"];
                    "text/plain": components["schemas"]["RoleListResponseWrapper"];
                    "text/json": components["schemas"]["RoleListResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postRoleUserAssignmentToRole: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe: the same key with the same content gets the first answer again. 1 to 255 printable ASCII characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @example 0199f3a2-7c1e-7b60-9d52-4f1c2a9be002
                     */
                    userId: string;
                    /**
                     * Format: uuid
                     * @example 0199f3a2-7c1e-7b60-9d52-4f1c2a9be001
                     */
                    roleId: string;
                    /** @description `false` takes the role away; it is given when left out. */
                    assigned?: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BooleanResponseWrapper"];
                    "text/plain": components["schemas"]["BooleanResponseWrapper"];
                    "text/json": components["schemas"]["BooleanResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTenantCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateResponseWrapper"];
                    "text/plain": components["schemas"]["CertificateResponseWrapper"];
                    "text/json": components["schemas"]["CertificateResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postTenantCertificate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe: the same key with the same content gets the first answer again. 1 to 255 printable ASCII characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    File: Blob;
                    /**
                     * @description Of the file.
                     * @example clave-del-archivo
                     */
                    Password: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateResponseWrapper"];
                    "text/plain": components["schemas"]["CertificateResponseWrapper"];
                    "text/json": components["schemas"]["CertificateResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postTenantCreateKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedTenantKeyResponseWrapper"];
                    "text/plain": components["schemas"]["CreatedTenantKeyResponseWrapper"];
                    "text/json": components["schemas"]["CreatedTenantKeyResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["RuleBroken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTenantGetAccessKeyAndSecretKeyValidation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tenant's code. */
                "X-Tenant-Code"?: string;
                /** @description The access key. */
                "X-Access-Key"?: string;
                /** @description The secret key. */
                "X-Secret-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BooleanResponseWrapper"];
                    "text/plain": components["schemas"]["BooleanResponseWrapper"];
                    "text/json": components["schemas"]["BooleanResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postTenantGetAccessKeyAndSecretKeyValidation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example andes */
                    tenantCode: string;
                    /** @example ak_test_Jx3vQ0c1dW8nT5yRk2LbHsZu */
                    accessKey: string;
                    /** @example sk_7Qv2mB9xK4tR1nW8cZ5jH0pLdF3sY6uEgA2iO9bXwTk4fGh */
                    secretKey: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BooleanResponseWrapper"];
                    "text/plain": components["schemas"]["BooleanResponseWrapper"];
                    "text/json": components["schemas"]["BooleanResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTenantGetTenant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantDtoResponseWrapper"];
                    "text/plain": components["schemas"]["TenantDtoResponseWrapper"];
                    "text/json": components["schemas"]["TenantDtoResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTenantKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantKeyListResponseWrapper"];
                    "text/plain": components["schemas"]["TenantKeyListResponseWrapper"];
                    "text/json": components["schemas"]["TenantKeyListResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteTenantRevokeKey: {
        parameters: {
            query?: {
                id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BooleanResponseWrapper"];
                    "text/plain": components["schemas"]["BooleanResponseWrapper"];
                    "text/json": components["schemas"]["BooleanResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTenantTenantCacheRefresh: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BooleanResponseWrapper"];
                    "text/plain": components["schemas"]["BooleanResponseWrapper"];
                    "text/json": components["schemas"]["BooleanResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postTenantTenantCacheRefresh: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BooleanResponseWrapper"];
                    "text/plain": components["schemas"]["BooleanResponseWrapper"];
                    "text/json": components["schemas"]["BooleanResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["RuleBroken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putTenantUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe: the same key with the same content gets the first answer again. 1 to 255 printable ASCII characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description RUTEmisor. Fixed once there are folios or documents.
                     * @example 77777777-7
                     */
                    taxNumber?: string;
                    /**
                     * @description RznSoc
                     * @example Comercial Andes SpA
                     */
                    businessName?: string;
                    /**
                     * @description GiroEmis
                     * @example Venta de artículos de montaña
                     */
                    businessActivity?: string;
                    /**
                     * @description Acteco, as registered at the SII.
                     * @example [
                     *       476301
                     *     ]
                     */
                    activityCodes?: number[];
                    /**
                     * @description DirOrigen; null clears it.
                     * @example Avenida Providencia 1234
                     */
                    address?: string | null;
                    /**
                     * @description CmnaOrigen; null clears it.
                     * @example Providencia
                     */
                    municipality?: string | null;
                    /**
                     * @description CiudadOrigen; null clears it.
                     * @example Santiago
                     */
                    city?: string | null;
                    /**
                     * @description Sucursal; null clears it.
                     * @example Casa matriz
                     */
                    branchName?: string | null;
                    /**
                     * @description CdgSIISucur, as the SII numbers the branch.
                     * @example 81234567
                     */
                    branchCode?: string | null;
                    /**
                     * @description Telefono; null clears it.
                     * @example +56 2 2345 6789
                     */
                    phone?: string | null;
                    /**
                     * @description CorreoEmisor
                     * @example facturas@andes.example
                     */
                    email?: string | null;
                    /**
                     * @description Regional office printed below the folio; null clears it.
                     * @example SANTIAGO ORIENTE
                     */
                    siiOffice?: string | null;
                    /**
                     * @description Fixed once there are folios or documents.
                     * @enum {string}
                     */
                    environment?: "certification" | "production";
                    taxAuthority?: components["schemas"]["EnumTaxAuthority"];
                    certificationResolution?: components["schemas"]["Resolution"] | null;
                    productionResolution?: components["schemas"]["Resolution"] | null;
                    /** @description Refuse a document for which folios or certificate are missing (422) instead of keeping it as Waiting. */
                    refuseWhenNotReady?: boolean;
                    /** @description Mail each accepted document to its `receiver.email`: PDF, signed XML and, for documents that companies exchange, the envelope EnvioDTE addressed to the receiver. */
                    mailReceivers?: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantDtoResponseWrapper"];
                    "text/plain": components["schemas"]["TenantDtoResponseWrapper"];
                    "text/json": components["schemas"]["TenantDtoResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postUserCreate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe: the same key with the same content gets the first answer again. 1 to 255 printable ASCII characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @description Signs in; one account bears it, over all tenants.
                     * @example benito@andes.example
                     */
                    email: string;
                    /**
                     * @description From 12 to 128 characters, and none that is widely known. When left out, the user gets a mail with a link to set one, good for 24 hours.
                     * @example cordillera-lenta-verde
                     */
                    password?: string;
                    /** @example Benito Rojas */
                    fullName: string;
                    /**
                     * @description The email when left out; one user of the tenant bears it.
                     * @example benito
                     */
                    userName?: string;
                    /**
                     * @description The tenant's name when left out.
                     * @example Comercial Andes SpA
                     */
                    companyTitle?: string;
                    /**
                     * @description The roles to give; you can only give what you hold yourself. A user without roles may sign in and nothing else.
                     * @example [
                     *       "0199f3a2-7c1e-7b60-9d52-4f1c2a9be001"
                     *     ]
                     */
                    roleIds?: string[];
                    /**
                     * @description 1 TenantAdministrator gives the role Administrator; 2 TenantUser refuses it. When left out, it follows the roles.
                     * @example 2
                     * @enum {number}
                     */
                    userType?: 1 | 2;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserLenInfoDtoResponseWrapper"];
                    "text/plain": components["schemas"]["UserLenInfoDtoResponseWrapper"];
                    "text/json": components["schemas"]["UserLenInfoDtoResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteUserDelete: {
        parameters: {
            query?: {
                id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BooleanResponseWrapper"];
                    "text/plain": components["schemas"]["BooleanResponseWrapper"];
                    "text/json": components["schemas"]["BooleanResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUserGetUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetUsersQueryResponseListResponseWrapper"];
                    "text/plain": components["schemas"]["GetUsersQueryResponseListResponseWrapper"];
                    "text/json": components["schemas"]["GetUsersQueryResponseListResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhookGetPdf: {
        parameters: {
            query: {
                correlationId: string;
                /** @description 80mm for boletas and letter for the rest when left out. */
                format?: "letter" | "80mm";
                /** @description Adds the copy that can be assigned to a third party, where the type has one. */
                cedible?: boolean;
                /** @description A template to draw with in place of the default; it must be for the type, and its format is taken. */
                templateId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The printed representation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["RuleBroken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhookGetWebhook: {
        parameters: {
            query: {
                correlationId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDetailResponseWrapper"];
                    "text/plain": components["schemas"]["WebhookDetailResponseWrapper"];
                    "text/json": components["schemas"]["WebhookDetailResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhookGetWebhooks: {
        parameters: {
            query?: {
                /** @description The page wanted, from 1. */
                page?: number;
                /** @description Records on a page, at most 100. */
                pageSize?: number;
                status?: number;
                channelType?: number;
                invoiceTypeCode?: number;
                /** @description The receiver's RUT, with or without dots. */
                customerTaxNumber?: string;
                invoiceNumber?: number;
                correlationId?: string;
                /** @description First issue date, YYYY-MM-DD. */
                startDate?: string;
                /** @description Last issue date, YYYY-MM-DD. */
                endDate?: string;
                /** @description Part of the receiver's name, the beginning of its RUT, or a folio. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookListPaginationResponseResponseWrapper"];
                    "text/plain": components["schemas"]["WebhookListPaginationResponseResponseWrapper"];
                    "text/json": components["schemas"]["WebhookListPaginationResponseResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhookGetXml: {
        parameters: {
            query: {
                correlationId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signed DTE, ISO-8859-1, byte for byte as it was signed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": Blob;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putWebhookRetry: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe: the same key with the same content gets the first answer again. 1 to 255 printable ASCII characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    correlationId: string;
                    payload?: components["schemas"]["InvoiceDocument"];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSaveResponseWrapper"];
                    "text/plain": components["schemas"]["WebhookSaveResponseWrapper"];
                    "text/json": components["schemas"]["WebhookSaveResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postWebhookSave: {
        parameters: {
            query?: never;
            header?: {
                /** @description `true`: do everything but take a folio; answers the totals and every rule broken. */
                "X-Dry-Run"?: string;
                /** @description Makes repeating safe: the same key with the same content gets the first answer again. 1 to 255 printable ASCII characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceJsonSchema"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSaveResponseWrapper"];
                    "text/plain": components["schemas"]["WebhookSaveResponseWrapper"];
                    "text/json": components["schemas"]["WebhookSaveResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postWebhookUploadResult: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe: the same key with the same content gets the first answer again. 1 to 255 printable ASCII characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    File: Blob;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadResultResponseWrapper"];
                    "text/plain": components["schemas"]["UploadResultResponseWrapper"];
                    "text/json": components["schemas"]["UploadResultResponseWrapper"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RuleBroken"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
