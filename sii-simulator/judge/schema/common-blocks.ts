/** Lines that [S5] repeats in the definitions of several documents, with their indentation there. */

/** When and how a document is paid. */
export const payments = `      FchCancel? FechaType
      MntCancel? MontoType
      SaldoInsol? MontoType
      MntPagos*30
        FchPago FechaType
        MntPago MontoType
        GlosaPagos? string ..40
      PeriodoDesde? FechaType
      PeriodoHasta? FechaType
      MedioPago? MedioPagoType
      TpoCtaPago? string 5..10 (AHORRO|CORRIENTE|VISTA)
      NumCtaPago? string ..20
      BcoPago? string ..40
      TermPagoCdg? string ..4
      TermPagoGlosa? string ..100
      TermPagoDias? positive 3d
      FchVenc? FechaType`

/** The receiver's activity and contact. */
export const receiverContact = `      GiroRecep? string ..40
      Contacto? string ..80
      CorreoRecep? MailType
      DirRecep? string ..70
      CmnaRecep? ComunaType
      CiudadRecep? CiudadType
      DirPostal? string ..70
      CmnaPostal? ComunaType
      CiudadPostal? CiudadType`

/** What customs requires of an export. */
export const customs = `      Aduana?
        CodModVenta? positive 2d
        CodClauVenta? positive 2d
        TotClauVenta? Dec16_2Type
        CodViaTransp? positive 2d
        NombreTransp? string ..40
        RUTCiaTransp? RUTType
        NomCiaTransp? string ..40
        IdAdicTransp? string 1..20
        Booking? string 1..20
        Operador? string 1..20
        CodPtoEmbarque? positive 4d
        IdAdicPtoEmb? string 1..20
        CodPtoDesemb? positive 4d
        IdAdicPtoDesemb? string 1..20
        Tara? positive 7d
        CodUnidMedTara? positive 2d
        PesoBruto? decimal 10d.2
        CodUnidPesoBruto? positive 2d
        PesoNeto? decimal 10d.2
        CodUnidPesoNeto? positive 2d
        TotItems? positive 18d
        TotBultos? positive 18d
        TipoBultos*10
          CodTpoBultos? positive 3d
          CantBultos? positive 10d
          Marcas? string ..255
          IdContainer? string ..25
          Sello? string ..20
          EmisorSello? string ..70
        MntFlete? Dec14_4Type
        MntSeguro? Dec14_4Type
        CodPaisRecep? positive 3d
        CodPaisDestin? positive 3d`

/** An informative subtotal. */
export const subtotals = `    NroSTI positive [,99]
    GlosaSTI string ..40
    OrdenSTI? positive [,99]
    SubTotNetoSTI? Dec16_2Type
    SubTotIVASTI? Dec16_2Type
    SubTotAdicSTI? Dec16_2Type
    SubTotExeSTI? Dec16_2Type
    ValSubtotSTI? Dec16_2Type
    LineasDeta*60 positive`
