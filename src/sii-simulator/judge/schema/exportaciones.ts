import { stamp } from './stamp.ts'

/** [S5, DTEDefType/Exportaciones]: types 110, 111 and 112. */
export const exportaciones = `
Exportaciones @ID:id
  Encabezado
    IdDoc
      TipoDTE EXPType
      Folio FolioType
      FchEmis FechaType
      TipoDespacho? positive (1|2|3)
      IndServicio? positive 1d (3|4|5|6)
      FmaPago? positive (1|2|3)
      FmaPagExp? positive 2d
      FchCancel? FechaType
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
      FchVenc? FechaType
    Emisor
      RUTEmisor RUTType
      RznSoc string 1..100
      GiroEmis string 1..80
      Telefono*2 FonoType ..20
      CorreoEmisor? MailType
      Acteco+4 positive 6d
      Sucursal? string ..20
      CdgSIISucur? positive 9d
      CodAdicSucur? string ..20
      DirOrigen? string ..70
      CmnaOrigen? ComunaType
      CiudadOrigen? CiudadType
      CdgVendedor? string ..60
      IdAdicEmisor? string 1..20
    Receptor
      RUTRecep RUTType
      CdgIntRecep? string ..20
      RznSocRecep RznSocLargaType
      Extranjero?
        NumId? string 1..20
        Nacionalidad? string 1..3
        IdAdicRecep? string 1..20
      GiroRecep? string ..40
      Contacto? string ..80
      CorreoRecep? MailType
      DirRecep? string ..70
      CmnaRecep? ComunaType
      CiudadRecep? CiudadType
      DirPostal? string ..70
      CmnaPostal? ComunaType
      CiudadPostal? CiudadType
    Transporte?
      Patente? string ..8
      RUTTrans? RUTType
      Chofer?
        RUTChofer RUTType
        NombreChofer string ..30
      DirDest? string ..70
      CmnaDest? ComunaType
      CiudadDest? CiudadType
      Aduana?
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
        CodPaisDestin? positive 3d
    Totales
      TpoMoneda TipMonType
      MntExe decimal 18d.4 [0.0000,99999999999999.9999]
      MntTotal decimal 18d.4 [0.0000,99999999999999.9999]
    OtraMoneda?
      TpoMoneda TipMonType
      TpoCambio? Dec6_4Type
      MntExeOtrMnda? Dec14_4-0Type
      MntTotOtrMnda Dec14_4-0Type
  Detalle+60
    NroLinDet positive [,99]
    CdgItem*5
      TpoCodigo string ..10
      VlrCodigo string ..35
    IndExe? positive (1|2|3|4|5|6)
    NmbItem string ..80
    DscItem? string ..1000
    QtyRef? Dec12_6Type
    UnmdRef? string ..4
    PrcRef? Dec12_6Type
    QtyItem? Dec12_6Type
    Subcantidad*5
      SubQty Dec12_6Type
      SubCod string ..35
      TipCodSubQty? string 1..10
    FchElabor? FechaType
    FchVencim? FechaType
    UnmdItem? string ..4
    PrcItem? Dec12_6Type
    OtrMnda?
      PrcOtrMon Dec14_4Type
      Moneda string ..3
      FctConv? Dec6_4Type
      DctoOtrMnda? Dec14_4Type
      RecargoOtrMnda? Dec14_4Type 18d
      MontoItemOtrMnda Dec14_4Type 18d
    DescuentoPct? PctType
    DescuentoMonto? MntImpType
    SubDscto*5
      TipoDscto string ($|%)
      ValorDscto Dec16_2Type
    RecargoPct? PctType
    RecargoMonto? MntImpType
    SubRecargo*5
      TipoRecargo string ($|%)
      ValorRecargo Dec16_2Type
    MontoItem decimal 18d.4 [0.0000,99999999999999.9999]
  SubTotInfo*20
    NroSTI positive [,99]
    GlosaSTI string ..40
    OrdenSTI? positive [,99]
    SubTotNetoSTI? Dec16_2Type
    SubTotIVASTI? Dec16_2Type
    SubTotAdicSTI? Dec16_2Type
    SubTotExeSTI? Dec16_2Type
    ValSubtotSTI? Dec16_2Type
    LineasDeta*60 positive
  DscRcgGlobal*20
    NroLinDR positive
    TpoMov string (D|R)
    GlosaDR? string ..45
    TpoValor string (%|$)
    ValorDR Dec16_2Type
    ValorDROtrMnda? Dec14_4Type
    IndExeDR? positive (1|2)
  Referencia*40
    NroLinRef positive [,99]
    TpoDocRef string 1..3
    IndGlobal? nonNegative 1d (1)
    FolioRef FolioRType
    RUTOtr? RUTType
    IdAdicOtr? string 1..20
    FchRef date [1950-01-01,2050-12-31]
    CodRef? positive (1|2|3)
    RazonRef? string ..90
${
  stamp({
    type: 'EXPType', text: 'string 1..40', amount: 'decimal 18d.4 [0.0000,99999999999999.9999]', date: 'FechaType',
    dateTime: 'FechaHoraType'
  })
}
  TmstFirma FechaHoraType
`
